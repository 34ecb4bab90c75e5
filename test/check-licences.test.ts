import { describe, expect, it } from 'vitest';
import { isAllowed } from '../tools/check-licences.ts';

describe('isAllowed', () => {
  it('takes the better of a choice, and all of a combination', () => {
    const allowed = ['MIT', 'Apache-2.0'];
    for (const licence of ['MIT', '(MIT OR GPL-3.0)', 'GPL-3.0 OR Apache-2.0', 'MIT AND Apache-2.0'])
      expect(isAllowed(licence, allowed), licence).toBe(true);
    for (const licence of [
      'GPL-3.0',
      'MIT AND GPL-3.0',
      '',
      'UNLICENSED',
      'SEE LICENSE IN LICENSE',
      'AGPL-3.0 OR SSPL-1.0',
    ])
      expect(isAllowed(licence, allowed), licence).toBe(false);
  });
});
