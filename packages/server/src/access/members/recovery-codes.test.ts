import { describe, expect, it } from 'vitest';
import { createRecoveryCodes } from './recovery-codes.ts';

const [former, present] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

describe('recovery codes', () => {
  it('are known again by the member’s own key, also where the deployment has another secret first', () => {
    const made = createRecoveryCodes([former]).make('m1');
    const code = made.codes[0] ?? '';
    const rotated = createRecoveryCodes([present, former]);
    const asTyped = `${code.slice(0, 5).toUpperCase()}-${code.slice(5)}`;
    expect(rotated.hashesOf('m1', made.sealedKey, asTyped)?.[0]).toEqual(made.hashes[0]);
  });

  it('of a member without a key of their own are compared with the secrets of the deployment', () => {
    const made = createRecoveryCodes([former]).make('m1');
    const hashes = createRecoveryCodes([present, former]).hashesOf('m1', undefined, made.codes[3] ?? '');
    expect(hashes).toHaveLength(2);
    expect(hashes?.[1]).toEqual(made.hashes[3]);
  });

  it('are of one member, and nothing that an authenticator app shows', () => {
    const codes = createRecoveryCodes([former]);
    const { codes: shown, hashes, sealedKey } = codes.make('m1');
    expect(new Set(shown).size).toBe(10);
    expect(codes.hashesOf('m2', sealedKey, shown[0] ?? '')).not.toContainEqual(hashes[0]);
    expect(codes.hashesOf('m1', sealedKey, '123456')).toBeUndefined();
  });
});
