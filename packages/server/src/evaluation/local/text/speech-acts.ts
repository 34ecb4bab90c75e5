/**
 * What a stretch of speech does, read from its words alone: asks, requests, says yes or no, greets, thanks, apologises …
 * The patterns are general English, over the opened lower-case words joined by single spaces, a comma kept where one stands.
 */
export type SpeechAct =
  | 'question'
  | 'request'
  | 'greeting'
  | 'farewell'
  | 'thanks'
  | 'apology'
  | 'offer_help'
  | 'confirmation'
  | 'refusal'
  | 'unavailable'
  | 'not_understood'
  | 'empathy'
  | 'agreement'
  | 'complaint'
  | 'seek_confirmation';

const LEAD =
  '(?:(?:and|so|okay|ok|alright|all right|great|sure|well|now|then|thanks|thank you|perfect|good|yes|but|um|uh|also|just|first|sorry),? )*';
const AUXILIARY = '(?:is|are|am|was|were|do|does|did|can|could|will|would|may|might|shall|should|have|has|had)';
const SUBJECT =
  '(?:i|you|we|they|he|she|it|there|this|that|these|those|the|your|my|our|any|anything|anyone|someone|everything)';
const WH = '(?:what|which|who|whom|whose|when|where|why|how)';

const QUESTION_START = new RegExp(
  `^${LEAD}(?:${AUXILIARY} (?:not )?${SUBJECT}\\b|(?:for |to |at |on |in |from |under |by )?${WH}\\b)`,
);
const QUESTION_INSIDE = new RegExp(
  `\\b(?:${WH} (?:\\w+ ){0,3}${AUXILIARY} (?:not )?${SUBJECT}\\b|(?:can|could|may|would|will|do|did|have|are) (?:i|you|we) )`,
);
const REQUEST = new RegExp(
  [
    '\\b(?:please|kindly) (?:\\w+ )?(?:provide|tell|give|enter|confirm|verify|state|spell|share|specify|let|describe|repeat|send|type|choose|select|name)\\b',
    '\\b(?:can|could|may|might) i (?:please )?(?:just )?(?:get|have|ask|take|know|see)\\b',
    '\\b(?:can|could|would|will) you (?:please )?(?:just )?(?:provide|tell|give|enter|confirm|verify|state|spell|share|specify|let|describe|repeat|send)\\b',
    '\\b(?:i|we) (?:will |would |do |also |just )*(?:need|require|like|want) (?:to (?:know|get|have|ask|verify|confirm|see) )?(?:your|the|a|an|some|you to)\\b',
    '\\byour (?:\\w+,? ){1,6}please$',
    '\\b(?:tell|give|let) me\\b',
    '\\bprovide (?:me|us|your|the)\\b',
  ].join('|'),
);

const PATTERNS: ReadonlyArray<readonly [SpeechAct, RegExp]> = [
  ['greeting', /^(?:\w+ )?(?:hello|hi|hey|good (?:morning|afternoon|evening)|welcome|greetings)\b/],
  [
    'farewell',
    /\b(?:good ?bye|bye|bye bye|see you|take care|farewell|have an? (?:\w+ )?(?:good|great|nice|wonderful|lovely|fantastic|excellent|blessed|safe|pleasant)? ?(?:day|one|night|evening|afternoon|morning|weekend|trip|time))\b/,
  ],
  ['thanks', /\b(?:thank you|thanks|thank|thx|ty|appreciate|appreciated|grateful|cheers)\b/],
  ['apology', /\b(?:sorry|apolog\w+|regret|my bad|my mistake|pardon|excuse me|forgive)\b/],
  [
    'offer_help',
    /\b(?:(?:anything|something|what) (?:else|besides)|need anything (?:more|further|other)|further (?:help|assistance|questions)|any other (?:\w+ )?(?:questions?|help|thing)|more help|else (?:i|we) can)\b/,
  ],
  [
    'confirmation',
    /\b(?:(?:is|are|was|were|has|have|had|been) (?:all |now |been |already |successfully |just )*(?:confirmed|booked|submitted|scheduled|completed|set|done|sent|processed|reserved|placed|made|received|created|updated|changed|cancelled|canceled|ordered|transferred|filed|approved|registered|recorded|added|taken care)|successful(?:ly)?|all set|good to go|taken care of|it is done|went through|on (?:its|the) way)\b/,
  ],
  [
    'seek_confirmation',
    /\b(?:(?:can|may|should|shall|could) (?:i|we) (?:please )?(?:go ahead|proceed|book|confirm|place|submit|make|finali[sz]e|schedule|order|reserve|process|complete|do (?:that|this|it))|(?:would|do) you (?:like|want|wish) (?:me |us )?to (?:go ahead|proceed|book|confirm|place|submit|finali[sz]e|schedule|order|reserve|process|complete)|(?:is|are|does|do|would|will) (?:that|this|it|these|everything|all of that) (?:be |all |look |sound |work )*(?:correct|right|okay|ok|fine|good|work|accurate|acceptable)|do you mind if (?:i|we)|(?:is it|would it be) (?:okay|ok|alright|all right|fine) (?:with you )?(?:if|to)|may i (?:put|place)|please confirm|can you (?:please )?confirm|(?:just )?to confirm)\b/,
  ],
  [
    'refusal',
    /\b(?:(?:can|could|will|would|am|are|is|do|does|did) not|unable|refuse\w*|decline\w*|not (?:able|allowed|possible)|no way)\b/,
  ],
  [
    'unavailable',
    /\b(?:(?:not|no|nothing|none|never) (?:\w+ ){0,4}(?:available|availability|open|free|possible|vacan\w+|left|able|found|match\w*|stock)|unavailable|fully booked|sold out|out of stock|no longer|unfortunately|do not have|does not have|is not able|not able|could not find|can not find|fail\w*|taken)\b/,
  ],
  [
    'not_understood',
    /\b(?:(?:do|did|can|could) not (?:quite |really |fully )?(?:understand|follow|catch|get|hear|help|assist|do that|answer)|not sure (?:what|how|i|if)|not understand|unable to (?:help|assist|understand|answer)|beyond my|out of (?:my )?scope|rephrase|pardon|come again|say that again|confused|misunderst\w+|not able to help|can you (?:please )?repeat)\b/,
  ],
  [
    'empathy',
    /\b(?:sorry to hear|understand (?:how|your|that|completely|the)|(?:i|we) (?:completely |totally |can |fully )*understand|must be|that is (?:terrible|awful|too bad|tough|hard)|feel for|feel bad|oh no|sympath\w+|empath\w+|frustrating)\b/,
  ],
  [
    'agreement',
    /\b(?:sounds? (?:good|great|fair|perfect|fine)|that works|works for me|agreed?|deal|of course|absolutely|definitely|exactly|that is (?:right|correct|fine|great|perfect|good))\b/,
  ],
];

/** Displeasure in words, whatever it is about. */
const DISPLEASURE =
  /\b(?:ridiculous|useless|terrible|awful|worst|annoy\w+|frustrat\w+|angry|furious|upset|disappoint\w+|disgust\w+|unacceptable|unbelievable|outrageous|incompetent|fed up|(?:so |really )?sick (?:and tired )?of|tired of|losing my (?:mind|patience|temper)|driving me|drives me|waste of (?:my )?time|seriously|(?:second|third|fourth|fifth|tenth) time|nobody (?:calls?|called|answers|cares|helps)|how many times|had enough|what a (?:joke|mess|nightmare)|hate (?:this|it|that)|are you kidding|no help)\b/;

export function readSpeechActs(joined: string, raw: string): Set<SpeechAct> {
  const acts = new Set<SpeechAct>();
  if (raw.trimEnd().endsWith('?') || QUESTION_START.test(joined) || QUESTION_INSIDE.test(joined)) acts.add('question');
  if (REQUEST.test(joined)) acts.add('request');
  for (const [act, pattern] of PATTERNS) if (pattern.test(joined)) acts.add(act);
  if (DISPLEASURE.test(joined)) acts.add('complaint');
  return acts;
}

/** Acts that say it all: no further word of the question needs to be met. */
export const WHOLE_ACTS: ReadonlySet<SpeechAct> = new Set([
  'greeting',
  'farewell',
  'thanks',
  'apology',
  'offer_help',
  'not_understood',
  'empathy',
  'complaint',
]);

/** The acts that a question about a conversation speaks of. */
export function readNamedActs(joined: string, isAsking: boolean): Set<SpeechAct> {
  const acts = readSpeechActs(joined, '');
  acts.delete('question');
  acts.delete('request');
  acts.delete('seek_confirmation');
  if (acts.has('unavailable') || acts.has('not_understood')) acts.delete('refusal');
  if (/\b(?:greet\w*|introduc\w+|welcom\w+)\b/.test(joined)) acts.add('greeting');
  if (acts.has('not_understood')) acts.delete('empathy');
  acts.delete('complaint');
  if (
    /^(?:an?y? |some |their |clear )*(?:frustrat\w+|annoy\w+|anger|angry|displeas\w+|dissatisf\w+|irritat\w+)\b/.test(
      joined,
    )
  )
    acts.add('complaint');
  if (!isAsking && /\b(?:confirmed|success\w*)\b/.test(joined)) acts.add('confirmation');
  if (isAsking && /\b(?:confirm\w*|approv\w+|permission)\b/.test(joined)) {
    acts.delete('confirmation');
    acts.add('seek_confirmation');
  }
  return acts;
}
