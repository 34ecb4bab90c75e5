import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

describe('compilePattern', () => {
  it('finds what the pattern says, with flags and named groups', () => {
    const compiled = compilePattern('/inv-(?<number>\\d+)/i');
    if ('fault' in compiled) throw new Error(compiled.fault);
    const matcher = compiled.pattern.matcher('The invoice INV-2041 is open.');
    expect(matcher.find()).toBe(true);
    expect(matcher.group('number')).toBe('2041');
  });

  it('stays linear where a backtracking engine would need the age of the universe', () => {
    const compiled = compilePattern('/^(a+)+$/');
    if ('fault' in compiled) throw new Error(compiled.fault);
    expect(compiled.pattern.matcher(`${'a'.repeat(5_000)}b`).find()).toBe(false);
  });

  it.each([
    ['.{1000}'.repeat(100)],
    [`(${'abcde'.repeat(100)}){900}`],
    ['((ab{20}){20}c)'.repeat(10)],
    [`(((${'ab'.repeat(300)}){10}){10}){10}`],
    [`[(](${'[)]'.repeat(250)}){9}`],
  ])('refuses %s, which is linear but not cheap, without compiling it first', (pattern) => {
    expect(compilePattern(`/${pattern}/`)).toEqual({ fault: expect.stringContaining('is too large') });
  });

  it('takes what people write', () => {
    for (const pattern of [
      '/\\b[A-Z]{2}-?\\d{5,8}\\b/',
      '/ticket.{0,200}closed/is',
      '/\\p{L}{2,30}@\\w{1,60}\\.(com|org)/',
    ]) {
      expect(compilePattern(pattern)).toHaveProperty('pattern');
    }
  });

  it.each([
    '/(a)\\1/',
    '/(?<=a)b/',
    '/a{2000}/',
    '/((a{1000}){1000}){1000}/',
    '/[/',
    `/${'a'.repeat(2_000)}/`,
    '/a/y',
    'a',
  ])('refuses %s', (pattern) => {
    expect(compilePattern(pattern)).toHaveProperty('fault');
  });
});
