/**
 * Restores the identities in a model's reply about a masked conversation: values in the brick's form, reasons in a reader's form, quotes
 * exactly as in their turn. Placeholders are recognised in any case, with other brackets or none; one that was never given is a fault in a
 * value, and becomes a plain word in a reason.
 */
import { type BrickDocument, MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import type { Mark, MaskedConversation } from './mask-conversation.ts';
import type { MaskedIdentity } from './placeholders.ts';

const NAMES = MASK_CLASSES.map((kind) => kind.toUpperCase())
  .join('|')
  .replaceAll('_', '[_ ]');
/** With brackets, a space may replace the underscore and the number may be missing; without them it must look like a placeholder. */
const PLACEHOLDER = new RegExp(
  `(?:&lt;|[<[{(«‹])\\s?(${NAMES})(?:[_ -]?(\\d{1,6}))?\\s?(?:&gt;|[>\\]})»›])|(?:&lt;|[<[{«‹])?(?<![\\p{L}\\p{N}_])(${NAMES})_(\\d{1,6})(?![\\p{L}\\p{N}])(?:&gt;|[>\\]}»›])?`,
  'giu',
);
const PLAIN: Readonly<Record<MaskClass, string>> = {
  email: 'an e-mail address',
  phone: 'a phone number',
  card: 'a card number',
  iban: 'an account number',
  id_number: 'an identity number',
  address: 'an address',
  person: 'somebody',
  url_secret: 'a private link',
  password: 'a password',
  birth_date: 'a date of birth',
};
/** Extractors whose values have a normal form. */
const NORMAL_FORMS = new Set(['phone', 'email', 'id']);

export const INVENTED =
  'names a placeholder that the conversation does not have; copy placeholders exactly as they stand';

export interface Restorer {
  /** The answers of a reply, restored; unknown structures are left for the check to refuse. */
  answers(given: readonly unknown[], bricks: readonly BrickDocument[]): unknown[];
  /** Keys whose value contains an unknown placeholder. */
  invented(given: readonly unknown[]): ReadonlySet<string>;
}

export function createRestorer(original: Conversation, masked: MaskedConversation): Restorer {
  const find = findIn(masked);
  const replace: Replace = (text, by, unknown = (found) => found) =>
    text.replaceAll(PLACEHOLDER, (found: string, ...groups: (string | undefined)[]) => {
      const [bracketed, numbered, bare, bareNumber] = groups;
      const kind = bracketed ?? bare ?? '';
      const given = find(kind, bracketed === undefined ? bareNumber : numbered);
      if (given !== undefined) return by(...given);
      // A conversation that was already masked contains placeholders itself.
      return masked.conversation.text.includes(found)
        ? found
        : unknown(found, kind.toLowerCase().replaceAll(' ', '_') as MaskClass);
    });
  /** In the turn's spelling, if the turn contains it. */
  const spellingIn = (turn: number, placeholder: string): string | undefined => {
    const mark = masked.marks[turn]?.find((each) => each.placeholder === placeholder);
    return mark === undefined ? undefined : original.turns[turn]?.text.slice(mark.from, mark.to);
  };
  const restoreQuote = (turn: number, quote: string): string => {
    const said = masked.conversation.turns[turn]?.text ?? '';
    const marks = masked.marks[turn] ?? [];
    const exact = replace(quote, (placeholder) => placeholder);
    const at = exact === '' ? -1 : said.indexOf(exact);
    if (at >= 0) {
      return (
        original.turns[turn]?.text.slice(
          originalOffset(marks, at, 'from'),
          originalOffset(marks, at + exact.length, 'to'),
        ) ?? quote
      );
    }
    return replace(quote, (placeholder, { text }) => spellingIn(turn, placeholder) ?? text);
  };
  const restoreValue = (value: unknown, brick: BrickDocument | undefined, quoted: readonly number[]): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => restoreValue(item, brick, quoted));
    if (typeof value !== 'string') return value;
    const extract = brick !== undefined && 'extract' in brick ? brick.extract : undefined;
    if (extract !== undefined && NORMAL_FORMS.has(extract)) {
      return replace(value, (_, identity) => normalForm(identity)).replaceAll(/(?<=\d)\s+(?=\d)/g, '');
    }
    const spelled = (placeholder: string) =>
      quoted.map((turn) => spellingIn(turn, placeholder)).find((spelling) => spelling !== undefined);
    return replace(value, (placeholder, { text }) => spelled(placeholder) ?? text);
  };
  return {
    answers: (given, bricks) => {
      const byKey = new Map(bricks.map((brick) => [brick.key, brick]));
      return given.map((answer) => {
        if (!isRecord(answer)) return answer;
        const evidence = Array.isArray(answer.evidence) ? (answer.evidence as unknown[]) : [];
        const quoted = evidence.flatMap((quote) =>
          isRecord(quote) && typeof quote.turn === 'number' ? quote.turn : [],
        );
        return {
          ...answer,
          ...('value' in answer && { value: restoreValue(answer.value, byKey.get(String(answer.key)), quoted) }),
          ...(typeof answer.reason === 'string' && {
            reason: replace(
              answer.reason,
              (_, { text }) => text,
              (_, kind) => PLAIN[kind],
            ),
          }),
          ...(Array.isArray(answer.evidence) && {
            evidence: evidence.map((quote) =>
              isRecord(quote) && typeof quote.turn === 'number' && typeof quote.quote === 'string'
                ? { ...quote, quote: restoreQuote(quote.turn, quote.quote) }
                : quote,
            ),
          }),
        };
      });
    },
    invented: (given) => inventedIn(given, replace),
  };
}

type Given = readonly [placeholder: string, identity: MaskedIdentity];
type Replace = (
  text: string,
  by: (placeholder: string, identity: MaskedIdentity) => string,
  unknown?: (found: string, kind: MaskClass) => string,
) => string;

/** The original text of a placeholder; undefined if it is unknown. */
function findIn(masked: MaskedConversation): (kind: string, number: string | undefined) => Given | undefined {
  const known = new Map(masked.identities);
  return (kind, number) => {
    const name = kind.toUpperCase().replaceAll(' ', '_');
    if (number === undefined) {
      // Without a number, it can only mean the only one.
      const same = masked.identities.filter(([, { kind: held }]) => held === name.toLowerCase());
      return same.length === 1 ? same[0] : undefined;
    }
    const placeholder = `<${name}_${Number(number)}>`;
    const identity = known.get(placeholder);
    return identity === undefined ? undefined : [placeholder, identity];
  };
}

function inventedIn(given: readonly unknown[], replace: Replace): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const answer of given) {
    if (!isRecord(answer)) continue;
    for (const value of [answer.value].flat()) {
      if (typeof value !== 'string') continue;
      const note = (found: string) => {
        keys.add(String(answer.key));
        return found;
      };
      replace(value, (placeholder) => placeholder, note);
    }
  }
  return keys;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The offset in the original turn for an offset of a masked turn; inside a placeholder, the start or the end of the original text. */
function originalOffset(marks: readonly Mark[], offset: number, edge: 'from' | 'to'): number {
  let shift = 0;
  for (const { placeholder, start, from, to } of marks) {
    if (offset <= start) break;
    const end = start + placeholder.length;
    if (offset < end) return edge === 'from' ? from : to;
    shift = to - end;
  }
  return offset + shift;
}

/** In an extractor's form: digits, an address in lower case, a number without spaces. */
function normalForm({ kind, normal, text }: MaskedIdentity): string {
  if (kind === 'phone') return text.trimStart().startsWith('+') ? `+${normal}` : normal;
  return kind === 'person' || kind === 'address' ? text : normal;
}
