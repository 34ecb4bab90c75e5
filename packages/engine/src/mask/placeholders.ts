/**
 * Placeholders of one conversation: `<PERSON_1>`, the same for every spelling of an identity. Numbers that the texts already use are left out, so that a text which
 * somebody masked before never gets another meaning.
 */
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import type { Identity } from './identity.ts';

export interface MaskedIdentity {
  kind: MaskClass;
  /** As a reader would write it: a person by the fullest name, all else as it was given first. */
  text: string;
  /** In the form that a text brick with `extract` gives it. */
  normal: string;
}

export interface Placeholders {
  /** The placeholder of an identity that stands as `text`. */
  of(identity: Identity, text: string): string;
  entries(): [string, MaskedIdentity][];
}

/** `<PERSON_1>` as texts may hold it. "Card 4532" is none: the number after it would tell the digits. */
const USED = new RegExp(`(?:[<[{(«‹]\\s?|(?=\\w+_\\d))(${MASK_CLASSES.join('|')})[_ ](\\d{1,6})`, 'gi');
/** Phone numbers with and without the code of their country end alike. */
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
 * What an identity is known by. A person by the whole name and by each of its words: "Smith" after "John Smith" is the same one, and so is "John Smith"
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
