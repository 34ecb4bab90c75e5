import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox, rememberOpened } from './secret-box.ts';

describe('createSecretBox', () => {
  const deployment = randomBytes(32);
  const box = createSecretBox([deployment], 'tests');
  const secret = Buffer.from('whisper');

  it('opens what it sealed, and never produces the same bytes twice', () => {
    const sealed = box.seal(secret, 'row 1');
    expect(box.open(sealed, 'row 1')).toEqual(secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(box.seal(secret, 'row 1')).not.toEqual(sealed);
  });

  it('opens nothing that was moved, damaged, truncated or sealed with another key or purpose', () => {
    const sealed = box.seal(secret, 'row 1');
    expect(box.open(sealed, 'row 2')).toBeUndefined();
    expect(createSecretBox([deployment], 'other').open(sealed, 'row 1')).toBeUndefined();
    expect(createSecretBox([randomBytes(32)], 'tests').open(sealed, 'row 1')).toBeUndefined();
    for (const index of sealed.keys()) {
      const damaged = Buffer.from(sealed);
      damaged.writeUInt8(damaged.readUInt8(index) ^ 1, index);
      expect(box.open(damaged, 'row 1')).toBeUndefined();
    }
    expect(box.open(sealed.subarray(0, 20), 'row 1')).toBeUndefined();
  });

  it('opens what any of its secrets sealed, and seals with the first', () => {
    const next = randomBytes(32);
    const both = createSecretBox([next, deployment], 'tests');
    expect(both.open(box.seal(secret, 'row 1'), 'row 1')).toEqual(secret);
    const sealed = both.seal(secret, 'row 1');
    expect(createSecretBox([next], 'tests').open(sealed, 'row 1')).toEqual(secret);
    expect(box.open(sealed, 'row 1')).toBeUndefined();
    expect(both.open(createSecretBox([randomBytes(32)], 'tests').seal(secret, 'row 1'), 'row 1')).toBeUndefined();
  });
});

describe('rememberOpened', () => {
  it('opens the same bytes once, for the row that they belong to', () => {
    const plain = createSecretBox([randomBytes(32)], 'tests');
    let opened = 0;
    const box = rememberOpened({
      ...plain,
      open(sealed, row) {
        opened += 1;
        return plain.open(sealed, row);
      },
    });
    const sealed = box.seal(Buffer.from('whisper'), 'row 1');
    for (let count = 0; count < 3; count += 1) expect(box.open(sealed, 'row 1')?.toString()).toBe('whisper');
    expect(opened).toBe(1);
    expect(box.open(sealed, 'row 2')).toBeUndefined();
    expect(box.open(Buffer.from(sealed), 'row 1')?.toString()).toBe('whisper');
  });
});
