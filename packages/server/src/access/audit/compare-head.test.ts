/** What a node says of the end of a chain that somebody may have rewritten. */
import { describe, expect, it } from 'vitest';
import { createHeadSigner } from './audit-entry.ts';
import type { Checkpoint } from './checkpoints.ts';
import { conflictOf } from './compare-head.ts';
import type { ChainHead } from './store/audit-rows.ts';

const WORKSPACE = 'ws_01jcq8v5h3m8e7x2k9n4b6c1d0';
const signer = createHeadSigner([Buffer.alloc(32, 7)]);
const hash = (byte: number) => Buffer.alloc(32, byte);

function headOf(ends: Partial<ChainHead>, by = signer): ChainHead {
  const head = { position: 40, hash: hash(40), prunedPosition: 0, prunedHash: hash(0), macFrom: 1, epoch: 2, ...ends };
  return { sealedAt: new Date(0), signature: by.sign(WORKSPACE, head), ...head };
}

const known = (more: Partial<Checkpoint> = {}): Checkpoint => ({
  position: 40,
  hash: hash(40),
  macFrom: 1,
  epoch: 2,
  ...more,
});
const kindOf = (head: ChainHead | undefined, of: Checkpoint | undefined, hashAtKnown?: Buffer) =>
  conflictOf(signer, WORKSPACE, of, head, hashAtKnown)?.kind;

describe('the end of a chain', () => {
  it('agrees where it is the one that was known, or has grown from it', () => {
    expect(kindOf(headOf({}), known())).toBeUndefined();
    expect(kindOf(headOf({ position: 50, hash: hash(50) }), known(), hash(40))).toBeUndefined();
    expect(kindOf(headOf({}), undefined)).toBeUndefined();
    expect(kindOf(undefined, undefined)).toBeUndefined();
  });

  it('was changed where the known entry has another hash, at the end or before it', () => {
    expect(kindOf(headOf({ hash: hash(41) }), known())).toBe('changed');
    expect(kindOf(headOf({ position: 50, hash: hash(40) }), known(), hash(41))).toBe('changed');
    expect(kindOf(headOf({ position: 50, hash: hash(50) }), known())).toBe('changed');
  });

  it('was removed where it is gone, or shorter than it was', () => {
    expect(kindOf(undefined, known())).toBe('removed');
    expect(kindOf(headOf({ position: 39, hash: hash(39) }), known())).toBe('removed');
  });

  it('is somebody else’s without the deployment’s signature, whatever it says', () => {
    const forger = createHeadSigner([Buffer.alloc(32, 8)]);
    expect(kindOf(headOf({}, forger), known())).toBe('head');
    expect(kindOf({ ...headOf({}), position: 41 }, known())).toBe('head');
  });

  it('is older than what was known with an earlier epoch or another start of MACs', () => {
    expect(kindOf(headOf({ epoch: 1 }), known())).toBe('head');
    expect(kindOf(headOf({ macFrom: 5 }), known())).toBe('head');
    expect(kindOf(headOf({ macFrom: 5 }), known({ macFrom: undefined }))).toBeUndefined();
  });

  it('may change with a later epoch, which only the operator can sign; a pruned entry is not compared', () => {
    expect(kindOf(headOf({ position: 3, hash: hash(3), epoch: 3 }), known())).toBeUndefined();
    expect(kindOf(headOf({ position: 50, hash: hash(50), prunedPosition: 40 }), known())).toBeUndefined();
  });
});
