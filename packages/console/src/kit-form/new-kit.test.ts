import { describe, expect, it } from 'vitest';
import { BLANK_KIT, slugFrom, withFreeSlug } from './new-kit.ts';

describe('a new kit', () => {
  it.each([
    ['Support quality', 'support_quality'],
    ['  Qualität & Zürich ', 'qualitat_zurich'],
    ['2nd line', 'kit_2nd_line'],
    ['', ''],
  ])('%j has the short name %j', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });

  it('has a short name that no other kit has', () => {
    expect(withFreeSlug(BLANK_KIT, new Set())).toBe(BLANK_KIT);
    expect(withFreeSlug(BLANK_KIT, new Set(['new_kit', 'new_kit_2']))).toBe(
      'kit: new_kit_3\nname: New kit 3\nbricks: []\n',
    );
  });
});
