/**
 * The answers of a run without reasons and evidence: small enough to be stored again, in a row for filters and insights. Its members keep
 * the names of the output.
 */
import type { Basis } from '@brickwork/contract';
import { storableText } from '../core/storable-text.ts';

type Scalar = string | number | boolean;

export interface Answer {
  /** The value; null when the brick has none, an array when it may have several. Texts are cut. */
  value: Scalar | readonly Scalar[] | null;
  confidence?: number;
  /** Why there is no value, if the output has a reason. */
  applicability?: string;
  /** The brick answers in free text, which is counted but not compared. */
  text?: true;
}

export type Answers = Readonly<Record<string, Answer>>;

/** The original answers, or with reviewers' corrections. */
export type AnswersAs = 'given' | 'reviewed';

const UNSAID: Basis = 'unsaid';

/** Longer texts are cut: a summary is read on the run's page, and never counted. */
const LONGEST_TEXT = 256;

export function toAnswers(
  { bricks }: { bricks: Readonly<Record<string, object>> },
  textBricks: ReadonlySet<string>,
): Answers {
  return Object.fromEntries(
    Object.entries(bricks).map(([key, output]) => [key, toAnswer(output, textBricks.has(key))]),
  );
}

export function toAnswer(output: object, isText: boolean): Answer {
  const { value: given, confidence, applicability, basis } = output as Record<string, unknown>;
  // A number that only stands for "not known" must not be filtered by or counted.
  const value = basis === UNSAID ? null : given;
  return {
    value: Array.isArray(value) ? value.map(toScalar) : value === null || value === undefined ? null : toScalar(value),
    ...(typeof confidence === 'number' && { confidence }),
    ...(typeof applicability === 'string' && { applicability }),
    ...(isText && { text: true }),
  };
}

function toScalar(value: unknown): Scalar {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = String(value);
  return storableText(text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`);
}
