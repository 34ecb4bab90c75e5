/**
 * Placeholders of one conversation: `<PERSON_1>`, the same for every spelling of an identity. Numbers that the texts already contain are
 * skipped, so that an already masked text keeps its meaning.
 */
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import type { Identity } from './identity.ts';

export interface MaskedIdentity {
  kind: MaskClass;
  /** In a reader's form: a person by the fullest name, everything else as first given. */
  text: string;
  /** In the form returned by a text brick with `extract`. */
  normal: string;
}

export interface Placeholders {
  /** The placeholder of an identity that stands as `text`. */
  of(identity: Identity, text: string): string;
  entries(): [string, MaskedIdentity][];
}

/** `<PERSON_1>` in a text. "Card 4532" is not one: the number would reveal the digits. */
const USED = new RegExp(`(?:[<[{(«‹]\\s?|(?=\\w+_\\d))(${MASK_CLASSES.join('|')})[_ ](\\d{1,6})`, 'gi');
/** Phone numbers with and without the country code end in the same digits. */
const PHONE_TAIL = 9;

export function createPlaceholders(texts: Iterable<string>): Placeholders {
  const last = new Map<MaskClass, number>(MASK_CLASSES.map((kind) => [kind, 0]));
  for (const text of texts) {
    for (const [, name = '', number = ''] of text.matchAll(USED)) {
      const kind = name.toLowerCase() as MaskClass;
      last.set(kind, Math.max(last.get(kind) ?? 0, Number(number)));
    }
  }
  const byKey = new Map<string, string>();
  const masked = new Map<string, MaskedIdentity>();
  const next = (kind: MaskClass): string => {
    const number = (last.get(kind) ?? 0) + 1;
    last.set(kind, number);
    return `<${kind.toUpperCase()}_${number}>`;
  };
  const add = (identity: Identity, text: string): string => {
    const placeholder = next(identity.kind);
    masked.set(placeholder, { kind: identity.kind, text, normal: identity.normal });
    return placeholder;
  };
  return {
    of(identity, text) {
      const keys = keysOf(identity);
      const known = keys.map((key) => byKey.get(key)).find((placeholder) => placeholder !== undefined);
      const placeholder = known ?? add(identity, text);
      const held = masked.get(placeholder);
      if (held !== undefined && isFuller(identity, held, text))
        masked.set(placeholder, { ...held, text, normal: identity.normal });
      for (const key of keys) if (!byKey.has(key)) byKey.set(key, placeholder);
      return placeholder;
    },
    entries: () => [...masked],
  };
}

/**
 * The keys of an identity. A person has the whole name and each of its words: "Smith" after "John Smith" is the same one, and so is "John Smith"
 * after "John". Two who share a word share a placeholder unless both were given with another full name.
 */
function keysOf({ kind, normal }: Identity): string[] {
  if (kind === 'phone') return [`phone ${normal.replace(/^00/, '').slice(-PHONE_TAIL)}`];
  if (kind !== 'person') return [`${kind} ${normal}`];
  const words = normal.split(' ').filter((word) => word.length > 1);
  return [`person ${normal}`, ...(words.length > 1 ? words.map((word) => `person ${word}`) : [])];
}

function isFuller({ kind, normal }: Identity, held: MaskedIdentity, text: string): boolean {
  return (
    kind === 'person' &&
    normal.split(' ').length > held.normal.split(' ').length &&
    !/^\p{L}(?:[\s-]\p{L})+$/u.test(text)
  );
}
