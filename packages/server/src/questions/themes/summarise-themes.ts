/** The themes of a question with their figures and quotes. */
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import type { Scope } from '../../core/scope.ts';
import { joinStrata, type ShareEstimate } from '../estimate/estimate-share.ts';
import { within } from '../estimate/limits.ts';
import type { CallOfThemes, Question } from '../question.ts';
import type { QuestionStore } from '../store/question-store.ts';
import { findThemes, sentenceSaying } from './find-themes.ts';

export interface ThemeFigures {
  count: number;
  share: ShareEstimate;
  quotes: { runId: string; text: string; confidence: number }[];
}

export interface ThemesFigures {
  found: (ThemeFigures & { phrase: string; also: string[] })[];
  other: ThemeFigures;
  /** Calls that do not mention it, or whose answer is not sure. */
  silent: number;
  /** Calls that mention it, but whose words were deleted or cannot be grouped. */
  unread: number;
}

/** Calls whose words are grouped: if there are more, a random part of the sample, so that reading a question takes no longer than a second. */
const MOST_CALLS = 3_000;
const MOST_QUOTES = 3;

/** For each question; undefined if it does not ask for themes, or there are no answers. */
export function themesOf(
  { questions }: { questions: Pick<QuestionStore, 'callsOfThemes'> },
  scope: Scope,
  question: Question,
): Promise<(ThemesFigures | undefined)[]> {
  return Promise.all(
    question.asked.map(async (asked, at) => {
      if (asked.type !== 'themes') return undefined;
      const calls = await questions.callsOfThemes(scope, question.questionId, at, MOST_CALLS);
      return calls.length === 0 ? undefined : summariseThemes(question.strata, asked, calls);
    }),
  );
}

export async function summariseThemes(
  strata: readonly { population: number }[],
  { topic = '' }: Pick<AskedQuestion, 'topic'>,
  calls: readonly CallOfThemes[],
): Promise<ThemesFigures> {
  const about = calls.filter(({ isAbout }) => isAbout === true);
  const read = about.filter(({ passages }) => passages.length > 0);
  // An unreadable call may belong to any theme: it counts as not asked.
  const known = calls.filter(({ isAbout, passages }) => isAbout !== true || passages.length > 0);
  const { themes, other } = await findThemes(
    read.map(({ passages }) => passages),
    topic,
  );
  const figuresOf = (indexes: readonly number[], concept?: string): ThemeFigures => {
    const own = indexes.flatMap((index) => read[index] ?? []);
    return { count: own.length, share: shareOf(strata, known, own), quotes: quotesOf(own, concept, topic) };
  };
  return {
    found: themes.map(({ phrase, also, concept, calls: own }) => ({ phrase, also, ...figuresOf(own, concept) })),
    other: figuresOf(other),
    silent: calls.length - about.length,
    unread: about.length - read.length,
  };
}

/** A theme is defined by its words, so the engine cannot be wrong about it: only sampling is uncertain. */
function shareOf(
  strata: readonly { population: number }[],
  known: readonly CallOfThemes[],
  own: readonly CallOfThemes[],
): ShareEstimate {
  const countIn = (calls: readonly CallOfThemes[], at: number) => calls.filter(({ stratum }) => stratum === at).length;
  const cells = strata.map(({ population }, at) => ({
    ...{ population, notSure: 0, yes: countIn(own, at) },
    no: countIn(known, at) - countIn(own, at),
  }));
  const { share, low, high } = joinStrata(cells, ({ yes, no }) => ({ part: yes, of: yes + no })) ?? {
    ...{ share: 0, low: 0, high: 1 },
  };
  const interval = { low: within(0, 1, low), high: within(0, 1, high) };
  return { value: share, observed: share, ...interval, sampling: interval, n: known.length, notSure: 0 };
}

/** From the calls that most surely mention it. */
function quotesOf(own: readonly CallOfThemes[], concept: string | undefined, topic: string): ThemeFigures['quotes'] {
  const told = new Set<string>();
  const quotes: ThemeFigures['quotes'] = [];
  for (const { runId, confidence, passages } of own.toSorted((a, b) => b.confidence - a.confidence)) {
    const text = sentenceSaying(passages, concept, topic);
    if (told.has(text.toLowerCase())) continue;
    told.add(text.toLowerCase());
    quotes.push({ runId, text, confidence });
    if (quotes.length === MOST_QUOTES) break;
  }
  return quotes;
}
