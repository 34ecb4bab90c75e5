/** Masking takes time in proportion to the length, whatever is repeated; compare `conversation/linear-time.system.test.ts`. */
import { MASK_CLASSES } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { slowGrowth } from '../../../../test/support/growing-inputs.ts';
import { findIdentities } from './find-identities.ts';

const SAMPLES: Record<string, string> = {
  names:
    'This is Mr Oliver J. van Hartley, Flat 3, 14 Maple Street, Bristol BS1 4DJ. Ask O-K-O-N-J-O, Ada-Lena or Dr. Osei.\n',
  numbers: '+44 (0) 20-7946.0018 GB29 NWBK 6016 1331 four five oh oh double three\n',
  mails: 'k dot patel at yahoo dot co dot uk, a.b-c_d@example.org, m as in mike\n',
  links: 'https://user:pw@a.example/aB3/x?token=1&sig=aZ9-_ P.O. Box 12, Rua da Paz 4\n',
};

function mask(text: unknown): unknown {
  return findIdentities([{ text: String(text) }], new Set(MASK_CLASSES));
}

describe('masking takes time in proportion to the length', () => {
  it.each(Object.entries(SAMPLES))('%s', (_, text) => {
    expect(slowGrowth(text, 20_000, mask)).toBeUndefined();
  });

  it.each([
    '1 A ',
    'A ',
    'a at ',
    'at b dot ',
    '1 ',
    'one ',
    'x, ',
    'Flat 1, ',
    "O'",
    'a.',
    '1 rue de ',
    'Mr ',
    '+(',
    '1-',
    '٠ ',
    'O1 ',
    'é\u200b',
    'a\u0301\u0301',
    '4532, ',
    'un deux ',
    'o @ a.',
    'AAAAA-',
    'meine Frau ',
    'Иван ',
    'السيد ',
    '田さん',
    '김민 씨',
    'PIN 4471 ',
    'password is ',
    'calle Mayor ',
    'Am Markt 3 ',
    'Neuer Wall 64, 2',
    'a(at)b',
    'aaaapasswort ',
    'x1 as password ',
    'I was born in 1988 ',
    '4 May ',
    'dob? ',
  ])('one text of %j', (piece) => {
    expect(slowGrowth(piece, 10_000, mask)).toBeUndefined();
  });
});
