import { describe, expect, it } from 'vitest';
import { matchesName } from './agent-patterns.ts';

describe('matchesName', () => {
  it.each([
    ['*@acme.com', 'Lena@ACME.com', true],
    ['*@acme.com', 'lena@acme.com.evil.org', false],
    ['Acme *', 'acme Support', true],
    ['Acme *', 'Acme', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'acb', false],
    ['aa*aa', 'aaa', false],
    ['*', 'anyone', true],
    ['Lena Fischer', 'lena  fischer', true],
    ['Lena', 'Lena Fischer', false],
  ])('%s on %s: %s', (pattern, name, matches) => {
    expect(matchesName(pattern, name)).toBe(matches);
  });
});
