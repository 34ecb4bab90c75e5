import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

describe('lineDiff', () => {
  it('tells what went and what came', () => {
    expect(lineDiff('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same a',
      'gone b',
      'new x',
      'same c',
    ]);
    expect(lineDiff('a', 'a')).toEqual([{ text: 'a', kind: 'same' }]);
  });

  it('holds both texts whole, in order', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = lineDiff(before, after);
        const of = (kind: string) =>
          lines
            .filter((line) => line.kind !== kind)
            .map((line) => line.text)
            .join('\n');
        expect(of('new')).toBe(before);
        expect(of('gone')).toBe(after);
      }),
    );
  });
});
