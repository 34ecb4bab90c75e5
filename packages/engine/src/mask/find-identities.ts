/** Everything in some texts that identifies somebody, by class, without overlaps. Linear in the texts. */
import type { MaskClass } from '@brickwork/contract/kit';
import { findAddresses } from './find-addresses.ts';
import { findBirthDates } from './find-birth-dates.ts';
import { findEmails } from './find-emails.ts';
import { findNumbers } from './find-number-identities.ts';
import { findPasswords } from './find-passwords.ts';
import { findPersons, type KnownNames } from './find-persons.ts';
import { findSecretUrls } from './find-secret-urls.ts';
import type { Identity, MaskText } from './identity.ts';
import { plainText } from './plain-text.ts';

export interface FoundIdentities {
  byText: Identity[][];
  names: KnownNames;
}

/** If two overlap, the class that comes first here is kept: the more specific one, which would otherwise be split. */
const PRECEDENCE: readonly MaskClass[] = [
  'url_secret',
  'email',
  'iban',
  'card',
  'password',
  'birth_date',
  'address',
  'phone',
  'id_number',
  'person',
];
const NUMBERS = new Set<MaskClass>(['card', 'iban', 'phone', 'id_number']);

export function findIdentities(
  written: readonly MaskText[],
  classes: ReadonlySet<MaskClass>,
  known?: KnownNames,
): FoundIdentities {
  const plain = written.map(({ text }) => plainText(text));
  const texts = written.map(({ speaker }, index) => ({
    text: plain[index]?.text ?? '',
    speaker: speaker === undefined ? undefined : plainText(speaker).text,
  }));
  const finders: Identity[][][] = [];
  if (classes.has('url_secret')) finders.push(findSecretUrls(texts));
  if (classes.has('email')) finders.push(findEmails(texts));
  if ([...NUMBERS].some((kind) => classes.has(kind))) finders.push(findNumbers(texts));
  if (classes.has('password')) finders.push(findPasswords(texts));
  if (classes.has('birth_date')) finders.push(findBirthDates(texts));
  if (classes.has('address')) finders.push(findAddresses(texts));
  const persons = classes.has('person') ? findPersons(texts, known) : undefined;
  if (persons !== undefined) finders.push(persons.byText);
  const byText = plain.map(({ back }, index) =>
    withoutOverlaps(finders.flatMap((found) => found[index] ?? []).filter(({ kind }) => classes.has(kind))).map(back),
  );
  return { byText, names: persons?.names ?? { parts: new Set() } };
}

function withoutOverlaps(found: readonly Identity[]): Identity[] {
  const ranked = found.toSorted(
    (a, b) =>
      PRECEDENCE.indexOf(a.kind) - PRECEDENCE.indexOf(b.kind) ||
      b.end - b.start - (a.end - a.start) ||
      a.start - b.start,
  );
  const kept: Identity[] = [];
  const taken = new Set<number>();
  for (const each of ranked) {
    let isFree = true;
    for (let at = each.start; at < each.end && isFree; at += 1) isFree = !taken.has(at);
    if (!isFree || each.end <= each.start) continue;
    for (let at = each.start; at < each.end; at += 1) taken.add(at);
    kept.push(each);
  }
  return kept.toSorted((a, b) => a.start - b.start);
}
