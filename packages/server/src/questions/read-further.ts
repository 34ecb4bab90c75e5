/** What is read in a call beyond its answers: whether a quote shows the answer, and what is said about a topic. */
import { type AskedQuestion, toBricks } from '@brickwork/contract/plain-questions';
import type { BrickOutcome } from '@brickwork/engine/bricks/brick-outcome';
import type { AnswerLocally, EvaluationRequest } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationDeadlineError } from '@brickwork/engine/evaluation/evaluation-deadline-error';
import { mostWorth, type QuotedAnswer } from '@brickwork/engine/reader/check-quotes';
import { findPassages } from './themes/find-passages.ts';

/** Quotes below this are not shown: a few that are right rather than many (`bench/quality/quotes.ts`). */
export const LEAST_WORTH = 0.72;

/** By key, for answers of the reader: the probability that the quote shows a right answer. Quotes that cannot be shown anyway get 0 and are not read. */
export async function worthOfQuotes(
  answerLocally: AnswerLocally,
  request: EvaluationRequest,
  outcomes: readonly BrickOutcome[],
): Promise<Record<string, number>> {
  const worth: Record<string, number> = {};
  const quoted: QuotedAnswer[] = [];
  for (const { key, value, confidence, evidence, basis, applicability } of outcomes) {
    const isChoice = typeof value === 'boolean' || typeof value === 'string';
    if (basis !== 'read' || applicability !== undefined || evidence.length === 0 || !isChoice) continue;
    if (typeof value === 'boolean' && mostWorth(value, confidence) < LEAST_WORTH) worth[key] = 0;
    else quoted.push({ key, value, confidence, turns: [...new Set(evidence.map(({ turn }) => turn))] });
  }
  if (quoted.length === 0) return worth;
  const weighed = await answerLocally({ ...taskOf(request), quoted }, request).catch((error: unknown) => {
    if (error instanceof EvaluationDeadlineError) return undefined;
    throw error;
  });
  return { ...worth, ...weighed?.worth };
}

/** By key, for questions about themes: what the call says about it. */
export async function passagesOf(
  answerLocally: AnswerLocally,
  request: EvaluationRequest,
  asked: readonly AskedQuestion[],
  outcomes: readonly BrickOutcome[],
): Promise<Record<string, string[]>> {
  const said = asked.flatMap((question) => {
    const yes = outcomesOf(question, outcomes).filter(isYes);
    if (question.type !== 'themes' || yes.length === 0) return [];
    return [{ key: question.key, topic: question.topic ?? '', evidence: yes.flatMap(({ evidence }) => evidence) }];
  });
  if (said.length === 0) return {};
  const { conversation } = await answerLocally({ ...taskOf(request), withConversation: true }, request);
  if (conversation === undefined) return {};
  return Object.fromEntries(said.map(({ key, topic, evidence }) => [key, findPassages(conversation, evidence, topic)]));
}

/** The surest yes of a call for one question; without one, the least sure no. */
export function outcomeOf(question: AskedQuestion, outcomes: readonly BrickOutcome[]): BrickOutcome | undefined {
  const own = outcomesOf(question, outcomes);
  const yes = own.filter(isYes);
  return yes.length > 0
    ? yes.toSorted((a, b) => b.confidence - a.confidence)[0]
    : own.toSorted((a, b) => a.confidence - b.confidence)[0];
}

function outcomesOf(question: AskedQuestion, outcomes: readonly BrickOutcome[]): BrickOutcome[] {
  const keys = new Set(toBricks(question).map(({ key }) => key));
  return outcomes.filter(({ key }) => keys.has(key));
}

function isYes({ value, applicability }: BrickOutcome): boolean {
  return value === true && applicability === undefined;
}

function taskOf({ kit, input, agents, rules, language }: EvaluationRequest) {
  return { kit, input, agents, rules, language, keys: [] };
}
