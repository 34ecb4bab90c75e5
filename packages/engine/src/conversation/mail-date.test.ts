import { describe, expect, it } from 'vitest';
import { localMailTime } from './mail-date.ts';

describe('the date of a mail without a zone', () => {
  it.each([
    ['Monday, March 3, 2025 5:40 PM', '2025-03-03T17:40:00'],
    ['Mon 3/Mar', undefined],
    ['03 March 2025 17:40', '2025-03-03T17:40:00'],
    ['Mar 3, 2025, at 12:05 AM', '2025-03-03T00:05:00'],
    ['Montag, 3. März 2025 17:40', '2025-03-03T17:40:00'],
    ['lundi 3 mars 2025 17:40', '2025-03-03T17:40:00'],
    ['lunes, 3 de marzo de 2025 17:40', '2025-03-03T17:40:00'],
    ['lunedì 3 marzo 2025 17:40', '2025-03-03T17:40:00'],
    ['maandag 3 maart 2025 17:40', '2025-03-03T17:40:00'],
    ['segunda-feira, 3 de março de 2025 17:40', '2025-03-03T17:40:00'],
    ['2025-03-03 17:40', '2025-03-03T17:40:00'],
    ['03.03.2025 17:40:12', '2025-03-03T17:40:12'],
    ['3/4/2025 5:40 PM', undefined],
    ['Mon, 3 Mar 2025 17:40:00 +0100', undefined],
    ['Monday, March 3, 2025 5:40 PM EST', undefined],
    ['Monday, March 33, 2025 5:40 PM', undefined],
    ['Monday, March 3, 2025', undefined],
  ])('%s is %s', (written, expected) => {
    expect(localMailTime(written)).toBe(expected);
  });
});
