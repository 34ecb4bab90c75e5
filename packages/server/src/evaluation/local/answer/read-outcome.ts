/**
 * How a conversation came out, for questions such as "Was the problem resolved?" or "Did the customer agree to …?". What
 * is said last counts most: a fix that fails again is no fix, and "I'll think about it" undoes an earlier "sounds good".
 */
import type { Side } from '../../../conversation/conversation.ts';
import type { Segment } from '../text/annotate-conversation.ts';

export type OutcomeKind = 'solved' | 'done' | 'agreed';

export interface Outcome {
  /** Log-odds that it came about. */
  odds: number;
  /** The sentence that weighs most for the side that won. */
  segment: Segment | undefined;
}

interface Sign {
  kinds: readonly OutcomeKind[];
  who: Side;
  weight: number;
  pattern: RegExp;
}

const ALL: readonly OutcomeKind[] = ['solved', 'done', 'agreed'];

const SIGNS: readonly Sign[] = [
  {
    kinds: ['solved', 'done'],
    who: 'customer',
    weight: 2.2,
    pattern:
      /\b(?:(?:it|that|this|everything|which|now it|they) (?:is |are |has |have |all )*(?:now |finally |just )?(?:work(?:s|ed|ing)|fixed|solved|sorted|did (?:it|the trick)|does the trick|helped|back|opens?|runs?|loads?|connects?|plays?|went through)|works (?:now|again|fine|great|perfectly)|working (?:now|again|fine)|there (?:it is|it goes|we go|they are)|i am in|(?:can|could|do) (?:now |finally )?(?:see|hear|open|access|read) (?:it|them|everything|the|my)|i can (?:hear|see|log in)|got it (?:working|to work)|(?:all|that is) (?:good|sorted|fixed|solved) now|problem solved|found it|i have (?:bars|signal|sound|it now)|looks good|that (?:fixed|solved) it)\b/,
  },
  {
    kinds: ['solved', 'done'],
    who: 'agent',
    weight: 1.5,
    pattern:
      /^(?:okay |ok |great |perfect |alright |all right |,|and )*(?:all )?done\b|\b(?:i|we) (?:have|had|just)(?: \w+)? (?:changed|updated|fixed|corrected|removed|refunded|waived|credited|cancelled|canceled|activated|reactivated|re|unlocked|reset|sent|booked|reserved|ordered|processed|added|applied|set|scheduled|registered|moved|transferred|replaced|restored|switched|put you (?:down|in)|taken)\b|\b(?:you are|that is|it is|is|are|been|was) (?:now |all |already |just )?(?:confirmed|booked|reserved|set|set up|fixed|refunded|cancelled|canceled|activated|unlocked|restored|filed|registered|scheduled|processed|in the book|sorted|reserved)\b|\b(?:confirmation|reservation|booking|claim|reference|order) (?:number|code|id) is\b|\bsee you (?:on|then|at|tomorrow|next|in)\b|\bi (?:have )?put you down\b/,
  },
  {
    kinds: ['agreed'],
    who: 'customer',
    weight: 1.7,
    pattern:
      /^(?:(?:okay|ok|oh|yes|yeah|well|alright|all right|great|perfect|sure|fine|so|then),? )*(?:let us (?:do|go)|i will (?:take|do|pay|come|be there|drop|stay|transfer|try|bring|stop)|(?:i|we) (?:can|could) (?:do|pay|manage|make)|deal|it is a deal|count me in|sign me up|works for me)\b|\b(?:that|it|\w+day|\w+day at \w+|\d+|two|three|nine|ten|noon) (?:works|would (?:work|suit|be (?:good|great|fine))|is (?:good|fine|perfect|great|okay)|sounds? (?:good|great|fair|fine|perfect))\b|\bsounds? (?:good|great|fair|fine|perfect)\b|\b(?:\w+day|tomorrow|noon|\d+),? (?:is )?(?:perfect|great|fine|good)\b|\b(?:agreed|i agree|i accept|go ahead|please do)\b|\b(?:\w+day|tomorrow|noon) it is\b|\bsend me the invite\b/,
  },
  {
    kinds: ['agreed', 'done'],
    who: 'agent',
    weight: 1.1,
    pattern:
      /\b(?:see you|looking forward to (?:it|seeing)|invite is (?:on|in|out)|i (?:have|will) (?:set|put|send|sent|note|noted) (?:it|that|you|the) ?(?:up|down|in|invite|calendar)?|talk (?:to you )?(?:then|on|next))\b/,
  },
  {
    kinds: ['solved'],
    who: 'customer',
    weight: 0.8,
    pattern:
      /\b(?:that is all|that was (?:it|all)|all i (?:needed|wanted)|makes sense|got it|perfect|brilliant|wonderful|awesome|great|excellent|cheers)\b/,
  },
  { kinds: ['solved'], who: 'customer', weight: 0.5, pattern: /\bthank(?:s| you)\b/ },
  {
    kinds: ['solved'],
    who: 'agent',
    weight: -1.8,
    pattern:
      /\b(?:(?:open|opened|raise|raised|log|logged|create|created|file) (?:\w+ )?(?:a |an |the |it |this )?(?:\w+ )?(?:ticket|case|incident)|ticket is open|technician|engineer (?:will|has)|send (?:someone|somebody)|call(?:ed)? (?:you|him|her|them)? ?back|ring you|get back to you|in touch with you|escalat\w+|look into|investigat\w+|pass(?:ed)? (?:it|this|that)? ?(?:on|over|along)? ?to|forward(?:ed)? (?:it|this)|hand (?:it|this) (?:over )?to|put(?:ting)? you through|transfer(?:ring)? you|need(?:s)? to visit|come to (?:the|a|our)|try again (?:later|on|tomorrow|in)|can not promise|waiting for)\b/,
  },
  {
    kinds: ALL,
    who: 'agent',
    weight: -1.4,
    pattern:
      /\b(?:nothing (?:i|we|more i) can|(?:can|could) not (?:help|do (?:that|anything|more|it|this)|offer|make|find|see (?:any|it))|not (?:able|possible|allowed|covered|eligible|part of)|unable to|(?:is|are) (?:full|fully booked|sold out)|we are full|no (?:longer|rooms?|tables?|appointments?|slots?|openings?|availability)|do not (?:carry|have (?:any|that|those|it))|i am afraid|unfortunately|they would tell you the same)\b/,
  },
  {
    kinds: ALL,
    who: 'customer',
    weight: -2.2,
    pattern:
      /\b(?:still (?:not|no|nothing|broken|down|the same|does)|(?:does|did|do|is|are|has|have|was) not (?:work\w*|help\w*|fix\w*|solve\w*|change\w*|come)|same (?:thing|problem|error)|no help|never mind|forget it|give up|elsewhere|somewhere else|someone else|no good|not good enough|useless|ridiculous|unbelievable|unacceptable|waste of|seriously)\b/,
  },
  {
    kinds: ['done', 'agreed'],
    who: 'customer',
    weight: -1.9,
    pattern:
      /\b(?:think (?:about it|it over|that over)|i will think|let (?:me|you) (?:know|check|talk|think|see|ask)|get back to you|come back to you|call (?:you )?(?:again|back)|ring again|phone again|talk to (?:my|them|her|him)|check with (?:my|her|him)|not (?:sure|yet|really|right now|interested|today|paying|now)|maybe (?:later|another|next|in)|no,? thanks?|no thank you|just (?:looking|comparing|curious|asking)|(?:can|will|do|would) not (?:want|pay|say|buy|take|come|do)|i refuse|pity|another time|only (?:have )?a question)\b/,
  },
];
/** What is said in the first half is mostly what people came with. */
const EARLY_WEIGHT = 0.35;
const BIAS: Readonly<Record<OutcomeKind, number>> = { solved: -0.4, done: -0.9, agreed: -1 };

const SOLVED = /\b(?:resolv\w+|solve[ds]?|fix(?:ed|es)?|sorted|settled|working again)\b/;
const DONE_WORD =
  /\b(?:booked|reserved|scheduled|made|completed|opened|filed|placed|refunded|cancelled|canceled|processed|arranged|set up|closed|confirmed)\b/;
const DONE = new RegExp(`^(?:was|were|has|have|is|are) .*${DONE_WORD.source}`);
const AGREED = /\b(?:agree[ds]?|accept(?:s|ed)?|commit(?:s|ted)?|promise[ds]?|consent(?:s|ed)?)\b/;

/** What kind of outcome a question is about, if it is about one. */
export function outcomeKind(question: string, side: string | undefined): OutcomeKind | undefined {
  const lower = question.toLowerCase();
  if (SOLVED.test(lower)) return 'solved';
  if (side !== 'agent' && AGREED.test(lower)) return 'agreed';
  return DONE.test(lower) ? 'done' : undefined;
}

/** The words that make a question one about an outcome, rather than what it is about. */
export function isOutcomeWord(word: string): boolean {
  return SOLVED.test(word) || AGREED.test(word) || DONE_WORD.test(word);
}

/** Beside the engine's own signs: what the author of a brick says speaks for it or against it. */
export interface OutcomeHints {
  isFor: (segment: Segment) => boolean;
  isAgainst: (segment: Segment) => boolean;
}

const HINT_WEIGHT = 1.4;

function isMet(sign: Sign, segment: Segment): boolean {
  const { side } = segment.turn;
  return (side === undefined || side === sign.who) && sign.pattern.test(segment.joined);
}

/** From 0 at the first turn over `EARLY_WEIGHT` in the middle to 1 at the last. */
function lateness(turn: number, lastTurn: number): number {
  const position = lastTurn === 0 ? 1 : turn / lastTurn;
  return position < 0.5 ? EARLY_WEIGHT * 2 * position : EARLY_WEIGHT + (1 - EARLY_WEIGHT) * (2 * position - 1);
}

export function readOutcome(kind: OutcomeKind, segments: readonly Segment[], hints?: OutcomeHints): Outcome {
  const tests: Array<{ weight: number; test: (segment: Segment) => boolean; times: number }> = SIGNS.filter((sign) =>
    sign.kinds.includes(kind),
  ).map((sign) => ({ weight: sign.weight, test: (segment) => isMet(sign, segment), times: 0 }));
  if (hints !== undefined) {
    tests.push({ weight: HINT_WEIGHT, test: hints.isFor, times: 0 });
    tests.push({ weight: -HINT_WEIGHT, test: hints.isAgainst, times: 0 });
  }
  const lastTurn = segments.at(-1)?.turn.index ?? 0;
  const found: Array<{ weight: number; segment: Segment }> = [];
  for (const segment of segments.toReversed()) {
    for (const sign of tests) {
      if (!sign.test(segment)) continue;
      sign.times += 1;
      found.push({ weight: (sign.weight * lateness(segment.turn.index, lastTurn)) / sign.times, segment });
    }
  }
  const odds = found.reduce((sum, { weight }) => sum + weight, BIAS[kind]);
  const deciding = found.filter(({ weight }) => weight > 0 === odds >= 0);
  const strongest = deciding.toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight))[0];
  return { odds, segment: strongest?.segment };
}
