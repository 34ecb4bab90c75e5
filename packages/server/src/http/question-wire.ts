/** Questions across calls in wire format. */
import { type AskedQuestion, toBrick } from '@brickwork/contract/plain-questions';
import type { Accuracy, KnownShare } from '../questions/estimate/accuracy.ts';
import { limitsOf } from '../questions/estimate/accuracy.ts';
import type { NumberEstimate } from '../questions/estimate/estimate-number.ts';
import type { ShareEstimate } from '../questions/estimate/estimate-share.ts';
import type { Interval } from '../questions/estimate/limits.ts';
import type { Round } from '../questions/judge-question.ts';
import { SECONDS_OF_A_CALL } from '../questions/judgement.ts';
import type { Prediction, ReadQuestion } from '../questions/manage-questions.ts';
import type { Question, Quote } from '../questions/question.ts';
import type { AnswerSummary, Figures, Judging } from '../questions/summarise-answers.ts';
import type { ThemeFigures, ThemesFigures } from '../questions/themes/summarise-themes.ts';

const MICRO = 1_000_000;

export function toPredictionWire({ population, withoutInput, runs, seconds, microCredits, isEnough }: Prediction) {
  return { population, without_input: withoutInput, runs, seconds, credits: microCredits / MICRO, is_enough: isEnough };
}

export function toItemWire(question: Question) {
  return {
    question_id: question.questionId,
    status: question.status,
    questions: question.asked.map(({ key, question: text, type }) => ({ key, question: text, type })),
    asked: question.answered + question.failed,
    credits: question.microCredits / MICRO,
    created_at: question.createdAt.toISOString(),
    completed_at: question.completedAt?.toISOString(),
  };
}

export function toQuestionWire({ question, answers, quotes, unquoted, themes, longer, strata }: ReadQuestion) {
  const { limit, predicted, answered, failed, drawn } = question;
  return {
    question_id: question.questionId,
    status: question.status,
    stopped_by: question.stoppedBy,
    questions: answers.map((answer, at) =>
      toAnswerWire(answer, {
        quotes: quotes.filter((quote) => quote.at === at),
        unquoted: unquoted[at] ?? { for: 0, against: 0 },
        themes: themes[at],
        longer: longer && { calls: longer.calls, seconds: longer.seconds, half: longer.halves[at] },
      }),
    ),
    filter: question.filter,
    by: question.by,
    limit: { runs: limit.runs, credits: limit.microCredits / MICRO, seconds: limit.seconds },
    width: question.width,
    seek: question.seek,
    seed: question.seed,
    engine: question.engine,
    predicted: toPredictionWire({
      ...predicted,
      population: question.population,
      withoutInput: question.withoutInput,
    }),
    sample: { asked: answered + failed, failed, of: drawn, strata },
    cost: { credits: question.microCredits / MICRO, seconds: question.spentMs / 1000 },
    error: question.error,
    created_at: question.createdAt.toISOString(),
    completed_at: question.completedAt?.toISOString(),
  };
}

interface AnswerParts {
  quotes: readonly Quote[];
  unquoted: { for: number; against: number };
  themes: ThemesFigures | undefined;
  longer: { calls: number; seconds: number; half: number | undefined } | undefined;
}

function toAnswerWire(answer: AnswerSummary, { quotes, unquoted, themes, longer }: AnswerParts) {
  const { asked, accuracy, isEnough, limitedBy, judging, by, difference } = answer;
  return {
    key: asked.key,
    question: asked.question,
    type: asked.type,
    inferred: asked.isInferred,
    categories: asked.categories,
    brick: toBrick(asked),
    ...toFiguresWire(answer),
    accuracy: toAccuracyWire(accuracy),
    enough: isEnough,
    limited_by: limitedBy,
    longer: longer && {
      ...{ calls: longer.calls, seconds: longer.seconds },
      within: longer.half === undefined ? undefined : round(longer.half),
    },
    judging: judging && toJudgingWire(judging),
    by: by?.map(({ group, population, isUnfinished, ...figures }) => ({
      ...{ group, population },
      ...(isUnfinished && { unfinished: true }),
      ...toFiguresWire(figures),
    })),
    difference: difference && {
      ...{ group: difference.group, from: difference.from, value: round(difference.value) },
      ...toInterval(difference),
    },
    themes: themes && toThemesWire(themes),
    quotes: {
      for: quotes.filter(({ isFor }) => isFor).map((quote) => toQuoteWire(asked, quote)),
      against: quotes.filter(({ isFor }) => !isFor).map((quote) => toQuoteWire(asked, quote)),
      unquoted,
    },
  };
}

function toThemesWire({ found, other, silent, unread }: ThemesFigures) {
  const toThemeWire = ({ count, share, quotes }: ThemeFigures) => ({
    count,
    ...toShareWire(share),
    quotes: quotes.map(({ runId, text, confidence }) => ({ run_id: runId, text, answer: 'yes', confidence })),
  });
  return {
    found: found.map(({ phrase, also, ...figures }) => ({ theme: phrase, also, ...toThemeWire(figures) })),
    other: toThemeWire(other),
    ...{ silent, unread },
  };
}

export function toJudgedWire({ asked, share, judging }: AnswerSummary) {
  return {
    key: asked.key,
    share: share && toShareWire(share),
    judging: toJudgingWire(judging ?? { judged: 0, yes: 0, next: undefined }),
  };
}

export function toRoundWire({ summary, calls }: Round) {
  return {
    ...toJudgedWire(summary),
    question: summary.asked.question,
    calls: calls.map(({ runId, passage }) => ({ run_id: runId, passage })),
  };
}

function toJudgingWire({ judged, yes, next }: Judging) {
  return {
    ...{ judged, yes },
    next: next && { calls: next.calls, seconds: next.calls * SECONDS_OF_A_CALL, within: round(next.half) },
  };
}

function toQuoteWire({ type }: AskedQuestion, { runId, text, value, confidence }: Quote) {
  return { run_id: runId, text, answer: WORDS[type]?.[value] ?? value, confidence };
}

/** In people's words. */
const WORDS: Partial<Record<AskedQuestion['type'], Readonly<Record<string, string>>>> = {
  boolean: { true: 'yes', false: 'no' },
  themes: { true: 'yes', false: 'no' },
};

function toFiguresWire({ n, notSure, noValue, share, mean, median, values }: Figures) {
  return {
    n,
    not_sure: round(notSure),
    no_value: noValue === undefined ? undefined : round(noValue),
    share: share && toShareWire(share),
    mean: mean && toFigureWire(mean),
    median: median && toFigureWire(median),
    values: values?.map((value) => ({ answer: value.answer, count: value.count, ...toShareWire(value.share) })),
  };
}

function toShareWire({ observed, ...figure }: ShareEstimate) {
  return { ...toFigureWire(figure), observed: round(observed) };
}

function toFigureWire({ value, low, high, sampling }: NumberEstimate) {
  return { value: round(value), ...toInterval({ low, high }), sampling: toInterval(sampling) };
}

function toInterval({ low, high }: Interval) {
  return { low: round(low), high: round(high) };
}

function toAccuracyWire({ basis, source, sensitivity, specificity, right }: Accuracy) {
  const toKnown = (known: KnownShare) => ({ value: round(known.share), ...toInterval(limitsOf(known)) });
  return {
    basis,
    source,
    sensitivity: sensitivity && toKnown(sensitivity),
    specificity: specificity && toKnown(specificity),
    right: toKnown(right),
  };
}

/** More digits would suggest a precision that no sample has. A number with infinite variance (one call of a stratum) has no finite limit. */
function round(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(4)) : Math.sign(value) * Number.MAX_VALUE;
}
