/** Why an answer was given, in words: what speaks for it and against it, and what is missing where it is not sure. */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { asSentence } from '../words/text/evidence.ts';
import { attributed } from './span-evidence.ts';

/** Below this an answer is as good as none. */
const UNCLEAR = 0.6;
/** From here on one side is enough to name. */
const CLEAR = 0.8;

/** For answers with one place: a text, a number, a category. */
export function explain(conversation: Conversation, evidence: readonly EvidenceSpan[], chance: number): string {
  const last = evidence.at(-1);
  if (last === undefined)
    return chance < UNCLEAR ? 'Not sure: no place in the conversation answers it.' : 'No mention found.';
  const said = asSentence(attributed(conversation, last));
  return chance < UNCLEAR
    ? `Not sure: this is the closest, but it does not clearly answer the question. ${said}`
    : said;
}

export interface BothSides {
  value: boolean;
  /** That the value is right. */
  chance: number;
  /** What speaks for a yes, and what against it. */
  pro: readonly EvidenceSpan[];
  con: readonly EvidenceSpan[];
}

export function weighBothSides(conversation: Conversation, { value, chance, pro, con }: BothSides): string {
  const told = (spans: readonly EvidenceSpan[]) => {
    const last = spans.at(-1);
    return last === undefined ? undefined : attributed(conversation, last);
  };
  const yes = told(pro);
  const no = told(con) === yes ? undefined : told(con);
  const decisive = value ? yes : no;
  if (!value && chance >= UNCLEAR && chance < CLEAR && no === undefined && yes !== undefined)
    return asSentence(`Nothing confirms it, although ${lowered(yes)}`);
  if (chance >= CLEAR || (chance >= UNCLEAR && (yes === undefined || no === undefined)))
    return decisive === undefined ? 'No mention found.' : asSentence(decisive);
  const weighed = [yes && `For: ${lowered(yes)}`, no && `${yes ? 'against' : 'Against'}: ${lowered(no)}`];
  const both = weighed.filter((side) => side !== undefined).join('; ');
  const sides = both === '' ? '' : asSentence(both);
  return chance >= UNCLEAR ? sides : `Not sure: ${missing(yes, no)}${sides === '' ? '' : ` ${sides}`}`;
}

function missing(yes: string | undefined, no: string | undefined): string {
  if (yes !== undefined && no !== undefined) return 'the conversation points both ways.';
  if (yes !== undefined) return 'nothing confirms it.';
  return no === undefined ? 'nobody says it either way.' : 'nothing settles it.';
}

/** "The customer says …" within a sentence. */
function lowered(said: string): string {
  return said.startsWith('The ') ? `the ${said.slice(4)}` : said;
}
