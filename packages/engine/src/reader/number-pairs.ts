/** Two numbers of one range or one change: "between five and seven days", "from forty two to fifty seven". The question determines which end it asks for. */
import { phrasePattern } from '../core/read-vocabulary.ts';
import { directionWanted } from './directions.ts';

type End = 'lowest' | 'highest' | 'source' | 'target';

const LOWEST = phrasePattern('directions', 'asks for lowest', 'iu');
const HIGHEST = phrasePattern('directions', 'asks for highest', 'iu');

function endWanted(question: string): End | undefined {
  if (LOWEST.test(question)) return 'lowest';
  return HIGHEST.test(question) ? 'highest' : directionWanted(question);
}

interface Place {
  turn: number;
  start: number;
  end: number;
  number: number;
}

/** "to", with a unit before it ("thirty one pence to twenty four"). */
const CHANGE = /^(?:[ -]\p{L}+){0,2}[ –-]+(?:to|up to|down to)[ -]+(?:about |around |nearly )?$/iu;
const EITHER = /^(?:[ -]\p{L}+){0,2}[ –-]+(?:to|or|up to)[ -]+(?:about |around |perhaps |maybe )?$|^ ?[–-] ?$/iu;
const BOTH_ENDS = /^(?: \p{L}+){0,2} and (?:about |around )?$/iu;
const BETWEEN = /\bbetween (?:about |around |[$€£])?$/i;
const BEFORE = 20;

/** The other end, if the found number is the one that the question does not ask for. */
export function partnerOf<Said extends Place>(
  found: Place,
  said: readonly Said[],
  question: string,
  textOf: (turn: number) => { text: string; start: number },
): Said | undefined {
  const wanted = endWanted(question);
  if (wanted === undefined) return undefined;
  const { text, start } = textOf(found.turn);
  const isPair = (one: Place, other: Place): boolean => {
    const [first, second] = one.start < other.start ? [one, other] : [other, one];
    const between = text.slice(first.end - start, second.start - start);
    if (wanted === 'source' || wanted === 'target') return CHANGE.test(between);
    const before = text.slice(Math.max(0, first.start - start - BEFORE), first.start - start);
    return EITHER.test(between) || (BOTH_ENDS.test(between) && BETWEEN.test(before));
  };
  return said.find((each) => each.turn === found.turn && isBetterEnd(wanted, each, found) && isPair(each, found));
}

function isBetterEnd(wanted: End, other: Place, found: Place): boolean {
  if (wanted === 'lowest') return other.number < found.number;
  if (wanted === 'highest') return other.number > found.number;
  return wanted === 'source' ? other.end <= found.start : other.start >= found.end;
}
