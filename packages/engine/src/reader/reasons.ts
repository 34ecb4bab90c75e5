/** The reason of an answer, in words: what supports it and what contradicts it, and what is missing if it is a guess. */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';
import { asSentence } from '../words/text/evidence.ts';
import { attributed } from './span-evidence.ts';

/** Below this, an answer is a guess. */
const UNCLEAR = 0.6;
/** From here on, one side is enough for the reason. */
const CLEAR = 0.8;

/** For answers with one place: a text, a number, a category. */
export function explain(
  conversation: Conversation,
  evidence: readonly EvidenceSpan[],
  chance: number,
  wording: Wording = ENGLISH_WORDING,
): string {
  const last = evidence.at(-1);
  if (last === undefined) return wording.say(chance < UNCLEAR ? 'no place' : 'no mention');
  const said = asSentence(attributed(conversation, last, wording).text);
  return chance < UNCLEAR ? wording.say('closest', { said }) : said;
}

export interface BothSides {
  value: boolean;
  /** That the value is right. */
  chance: number;
  /** What supports a yes, and what contradicts it. */
  pro: readonly EvidenceSpan[];
  con: readonly EvidenceSpan[];
}

export function weighBothSides(
  conversation: Conversation,
  { value, chance, pro, con }: BothSides,
  wording: Wording = ENGLISH_WORDING,
): string {
  const told = (spans: readonly EvidenceSpan[]) => {
    const last = spans.at(-1);
    return last === undefined ? undefined : attributed(conversation, last, wording);
  };
  const yes = told(pro);
  const against = told(con);
  const no = against?.text === yes?.text ? undefined : against;
  const decisive = value ? yes : no;
  if (!value && chance >= UNCLEAR && chance < CLEAR && no === undefined && yes !== undefined)
    return asSentence(wording.say('although', { said: yes.inside }));
  if (chance >= CLEAR || (chance >= UNCLEAR && (yes === undefined || no === undefined)))
    return decisive === undefined ? wording.say('no mention') : asSentence(decisive.text);
  const weighed = [
    yes && wording.say('for', { said: yes.inside }),
    no && wording.say(yes ? 'and against' : 'against', { said: no.inside }),
  ];
  const both = weighed.filter((side) => side !== undefined).join('; ');
  const sides = both === '' ? '' : asSentence(both);
  if (chance >= UNCLEAR) return sides;
  const why = wording.say(missing(yes !== undefined, no !== undefined));
  return `${wording.say('guess', { why })}${sides === '' ? '' : ` ${sides}`}`;
}

function missing(hasYes: boolean, hasNo: boolean): string {
  if (hasYes) return hasNo ? 'both ways' : 'unconfirmed';
  return hasNo ? 'unsettled' : 'unsaid';
}
