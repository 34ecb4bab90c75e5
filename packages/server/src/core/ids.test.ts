import * as contract from '@brickwork/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeId, encodeId, isUuid, newId, newUuid } from './ids.ts';

describe('ids', () => {
  it('round-trips any UUID through its wire form', () => {
    fc.assert(fc.property(fc.uuid(), (uuid) => decodeId('run', encodeId('run', uuid)) === uuid));
  });

  it('has the documented form and sorts by time', () => {
    const early = newId('run', new Date('2026-01-01T00:00:00.000Z'));
    const late = newId('run', new Date('2026-01-01T00:00:00.001Z'));
    expect(early).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(early < late).toBe(true);
    expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('refuses anything that is not an id of that kind', () => {
    fc.assert(fc.property(fc.string(), (text) => decodeId('run', text) === undefined));
    const id = newId('run');
    for (const wrong of [
      id.toUpperCase(),
      `${id}0`,
      id.slice(0, -1),
      id.replace('run_', 'evt_'),
      `run_z${id.slice(5)}`,
    ]) {
      expect(decodeId('run', wrong)).toBeUndefined();
    }
    expect(isUuid('nothing')).toBe(false);
  });

  it('have a prefix that no other kind has', () => {
    const prefixes = Object.values(contract).flatMap((group) =>
      typeof group === 'object' && 'ID_PREFIXES' in group ? group.ID_PREFIXES : [],
    );
    expect(prefixes.length).toBeGreaterThan(20);
    expect(prefixes.filter((prefix, index) => prefixes.indexOf(prefix) !== index)).toEqual([]);
    for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z]{2,3}$/);
  });
});
