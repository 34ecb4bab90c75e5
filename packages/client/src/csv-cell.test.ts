import { describe, expect, it } from 'vitest';
import { csvCell } from './csv-cell.ts';

describe('csvCell', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1+1', '＋1', '－1', '＠x', '|x'])(
    'puts an apostrophe before %j, which a spreadsheet would run',
    (text) => {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    },
  );

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
