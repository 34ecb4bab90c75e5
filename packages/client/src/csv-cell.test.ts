import { describe, expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

describe('csvCell', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '|x',
    ';=1+1',
    ', =1',
  ])('puts an apostrophe before %j, which a spreadsheet would run', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  });

  it('leaves out what a terminal obeys, and quotes what other separators would split', () => {
    expect(csvCell('\u001b]0;title\u0007\u001b[2Jhello\u009b31m')).toBe('"]0;title[2Jhello31m"');
    expect(csvCell('a;=1+1')).toBe('"a;=1+1"');
    expect(csvCell('a\tb')).toBe('"a\tb"');
  });

  it('leaves other texts, numbers and objects as they are', () => {
    expect([csvCell('a-b'), csvCell(-1), csvCell('a,"b"'), csvCell({ a: 1 }), csvCell(undefined)]).toEqual([
      'a-b',
      '-1',
      '"a,""b"""',
      '"{""a"":1}"',
      '',
    ]);
  });
});
