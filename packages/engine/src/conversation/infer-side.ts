/**
 * Which side a label means. A label that is a known word, or ends with one in brackets ("Sarah (Support)"), is
 * certain; a known word inside a longer label ("Support Team", "agent_2") is a guess, which `assign-sides` drops when it puts everyone on one side.
 */
import type { Side } from './conversation.ts';

const AGENT_WORDS =
  'agent rep representative assistant support advisor adviser advocate operator csr associate specialist consultant ' +
  'salesperson seller sales interviewer recruiter host counselor counsellor therapist doctor dr nurse clinician ' +
  'provider physician coach tutor teacher teller clerk receptionist concierge dispatcher technician tech helpdesk ' +
  'helpline staff employee bot chatbot ai model service care success manager supervisor banker broker';
const CUSTOMER_WORDS =
  'customer caller client user patient guest buyer shopper consumer member subscriber visitor prospect ' +
  'candidate interviewee applicant claimant policyholder passenger tenant resident cardholder borrower student human';
const NEITHER_WORDS = 'system ivr developer tool function narrator moderator note recording announcement';

const SIDE_OF_WORD: ReadonlyMap<string, Side> = new Map([
  ...AGENT_WORDS.split(' ').map((word): [string, Side] => [word, 'agent']),
  ...CUSTOMER_WORDS.split(' ').map((word): [string, Side] => [word, 'customer']),
]);
const NEITHER = new Set(NEITHER_WORDS.split(' '));

export interface InferredSide {
  side: Side;
  certain: boolean;
}

export function foldLabel(label: string): string {
  return label.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}

/** The side of a label that is nothing but a known word: `caller` is a customer, `rep` an agent. */
export function sideOfWord(label: string): Side | undefined {
  return SIDE_OF_WORD.get(foldLabel(label));
}

/** Labels of neither side, such as a recorded announcement. */
export function isNeitherSide(label: string): boolean {
  return NEITHER.has(foldLabel(label));
}

export function inferSide(label: string): InferredSide | undefined {
  const role = /\(([^()]{1,60})\)\s*$/u.exec(label)?.[1];
  const whole = sideOfWord(label) ?? (role === undefined ? undefined : sideOfWord(role));
  if (whole !== undefined) return { side: whole, certain: true };
  // "customer service rep", "client advisor", "user support": the word nearest the end says who it is.
  const words = foldLabel(label).split(/[^\p{L}]+/u);
  for (const word of words.reverse()) {
    const side = SIDE_OF_WORD.get(word);
    if (side !== undefined) return { side, certain: false };
  }
  return undefined;
}
