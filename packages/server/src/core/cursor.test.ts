import { describe, expect, it } from 'vitest';
import { pageOf, readCursor, writeCursor } from './cursor.ts';

describe('a cursor', () => {
  it('reads as what was written', () => {
    expect(readCursor(writeCursor('17/abc'), (text) => text)).toBe('17/abc');
  });

  it('is refused when it cannot be of this list', () => {
    expect(() => readCursor('nonsense', () => undefined)).toThrow(expect.objectContaining({ code: 'invalid_cursor' }));
  });
});

describe('pageOf', () => {
  it('has a cursor to its last item only when more was found than asked for', () => {
    const page = pageOf(['a', 'b', 'c'], 2, (item) => item);
    expect(page.items).toEqual(['a', 'b']);
    expect(readCursor(page.nextCursor ?? '', (text) => text)).toBe('b');
    expect(pageOf(['a', 'b'], 2, (item) => item).nextCursor).toBeUndefined();
    expect(pageOf([], 2, String)).toEqual({ items: [], nextCursor: undefined });
  });
});
