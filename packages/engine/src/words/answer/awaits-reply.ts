/** Whether the last message waits for an answer: determined from that message alone, by its sentences. */
import type { Conversation, ConversationFormat } from '../../conversation/conversation.ts';
import type { Matcher } from '../match/matcher.ts';
import { matchesPhrase } from '../match/phrase-match.ts';
import type { Segment } from '../text/annotate-conversation.ts';
import { asSentence } from '../text/evidence.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { Term } from '../text/term-table.ts';
import { AWAITS_REPLY } from '../weights/answering.ts';
import type { JudgedOutcome } from './judge-outcome.ts';

const ANSWER = '(?:answer|repl(?:y|ies)|response|responses|respond)';
const ASKED = [
  new RegExp(
    `\\b(?:needs?|requires?|expects?|awaits?|wants?|deserves?|waiting (?:for|on)|owed?)\\b.{0,30}\\b${ANSWER}\\b`,
    'i',
  ),
  new RegExp(`\\b${ANSWER}\\b.{0,20}\\b(?:needed|required|expected|owed|due)\\b`, 'i'),
];

/** "Did the agent say when to expect a reply?" asks what was said or done, not what is open now. */
const TOLD =
  /^\s*(?:did|was|were|has|have|had)\b|\b(?:say|says|tell|tells|mention\w*|explain\w*|promise\w*|when to)\b/i;

/** "Let me know if you have questions" and its like end a message and ask for nothing. */
const COURTESY =
  /\b(?:(?:if|should) (?:you|there) .{0,40}(?:questions?|anything|else|problems?|help)|(?:do not|don't) hesitate|feel free|(?:have|enjoy) a (?:nice|good|great|lovely)|how are you|how did (?:we|i) do|rate (?:this|your|our)|(?:do not|don't|no need to) (?:reply|respond|answer)|no (?:reply|answer|response) (?:is )?(?:needed|necessary|required))\b/i;

/** Mass mail waits for orders, not for answers. */
const ADVERTISING = /\b(?:unsubscribe|click (?:here|below)|opt out)\b/i;

/** "Four of them, please", but not "please find attached" nor "please note". */
const PLEASE = /\bplease\b(?!,? (?:find|note|be|see|rate|believe|accept|do not|don't)\b)/i;

export function asksForReply(question: string): boolean {
  return !TOLD.test(question) && ASKED.some((pattern) => pattern.test(question));
}

export function judgeAwaiting(
  { annotated }: Matcher,
  asked: string,
  { exclusions }: { exclusions: readonly Term[][] },
): JudgedOutcome | undefined {
  if (!asksForReply(asked)) return undefined;
  const last = lastMessage(annotated.segments);
  const hasMessages = isMail(annotated.conversation) || (WRITTEN.test(asked) && last[0]?.turn.speaker !== undefined);
  if (!hasMessages || last.length === 0) return undefined;
  const has = (...acts: SpeechAct[]) =>
    last.find((segment) => acts.some((act) => segment.acts.has(act)) && !COURTESY.test(segment.joined));
  const isOpening = last.length === annotated.segments.length;
  const told = (chance: number, segment: Segment | undefined): JudgedOutcome => ({
    chance,
    segment,
    explain: (said, quoted, value) =>
      asSentence(
        value
          ? `The last message waits for an answer: ${quoted}`
          : `Nothing in the last message asks for an answer: ${said}`,
      ),
  });
  const closing = last.find(
    ({ tokens, joined }) => exclusions.some((phrase) => matchesPhrase(phrase, tokens)) || ADVERTISING.test(joined),
  );
  if (closing !== undefined) return told(AWAITS_REPLY.closed, closing);
  const question = last.find(({ end, joined }) => annotated.conversation.text[end] === '?' && !COURTESY.test(joined));
  if (question !== undefined) return told(AWAITS_REPLY.question, question);
  const request = has('question', 'request') ?? last.find(({ joined }) => PLEASE.test(joined));
  if (isOpening) return told(AWAITS_REPLY.opens, request ?? longest(last));
  if (request !== undefined) return told(AWAITS_REPLY.request, request);
  const complaint = has('complaint');
  if (complaint !== undefined) return told(AWAITS_REPLY.complains, complaint);
  const isShort = last.reduce((sum, { tokens }) => sum + tokens.length, 0) <= AWAITS_REPLY.short;
  const thanks = has('thanks', 'farewell', 'agreement');
  if (isShort && thanks !== undefined) return told(AWAITS_REPLY.thanks, thanks);
  if (isShort) return told(AWAITS_REPLY.tellsShortly, last[0]);
  return told(last[0]?.turn.side === 'agent' ? AWAITS_REPLY.agentTells : AWAITS_REPLY.tells, thanks ?? longest(last));
}

/** At the end of a call nobody waits for the next word, but for promised actions. */
const WRITTEN = /\b(?:e-?mails?|mails?|messages?|threads?|chats?|tickets?)\b/i;
const MAIL_FORMATS: readonly ConversationFormat[] = ['email', 'mime'];

function isMail({ format }: Conversation): boolean {
  return MAIL_FORMATS.includes(format);
}

/** The last speaker's words since another speaker's turn. */
function lastMessage(segments: readonly Segment[]): Segment[] {
  const speaker = segments.at(-1)?.turn.speaker;
  const before = segments.findLastIndex(({ turn }) => turn.speaker !== speaker);
  return segments.slice(before + 1);
}

function longest(segments: readonly Segment[]): Segment | undefined {
  return segments.toSorted((one, other) => other.tokens.length - one.tokens.length)[0];
}
