/**
 * What only one side of a conversation does: an agent offers help, acts on the customer's account and takes leave for a company; a customer says what
 * they need, what went wrong and what is theirs. In a short call one of these says more than the style of all other words.
 */
import { openingTurns } from './agent-score.ts';
import { foreignScore } from './foreign-score.ts';
import { SPEAKER_CUES } from './speaker-cues.ts';

const cues = (...names: string[]) =>
  SPEAKER_CUES.filter(({ name }) => names.includes(name)).map(({ pattern }) => pattern);

const AGENT_ACTS: readonly RegExp[] = [
  ...cues('offers_help', 'thanks_for'),
  /\banything else\b|\bhave a (?:great|good|nice|lovely|wonderful)\b|\byou're (?:very |most |so )?welcome\b|\bmy pleasure\b/,
  /\bsorry (?:to hear|for the)\b|\bapologi[sz]e\b/,
  /\b(?:(?:i|we)(?:'ve|'ll| have| will| can)) (?:just |also )?(?:sent|send|booked|book|blocked|block|reset|refund(?:ed)?|transfer(?:red)?|arranged?|put you|give you|offer you|email(?:ed)? you|waive|look(?:ed)? (?:that|it|into)|check (?:that|it|this)|see (?:that )?your?|see the)\b/,
  /\bfor you\b|\byour (?:account|order|card|bill|policy|appointment|booking|claim|payment|subscription|plan|reservation|application|request|refund|postcode|date of birth|name|number)\b/,
  // "Lakeside Library, good morning."
  /^(?:good (?:morning|afternoon|evening), |hello, |hi, )?[\w' ]{2,28}, (?:good (?:morning|afternoon|evening)|hello)\b/,
];

const CUSTOMER_ACTS: readonly RegExp[] = [
  ...cues('calling_about', 'my_thing', 'was_told'),
  /\b(?:i|we) (?:need|want|ordered|bought|paid|returned|booked|was charged|were charged|lost|forgot|moved|can't|cannot|never|didn't)\b|\b(?:i'd|we'd) like\b/,
  /\byou (?:sent|delivered|charged|promised|said|told)\b|\byour (?:driver|engineer|app|website|colleague|technician)\b/,
  /\bwhere(?:'s| is) my\b|\bcan (?:i|we) (?:pay|get|have|bring|return|change|cancel|move|still|come)\b|\bhow much (?:is|does|do|are|would)\b|\b(?:when|what time) (?:do|are|does) you\b|\bcould i\b/,
];

/** Kinds of acts that only an agent does, minus those that only a customer does. @param language of the conversation, if it has its own cues. */
export function actsOf(texts: readonly string[], language?: string): number {
  const turns = openingTurns(texts);
  if (language !== undefined) return Math.sign(foreignScore(language, turns));
  const count = (acts: readonly RegExp[]) => acts.filter((act) => turns.some((turn) => act.test(turn))).length;
  return count(AGENT_ACTS) - count(CUSTOMER_ACTS);
}
