/**
 * How often questions worded like this one were answered yes in the labelled conversations (`tools/reader/question_prior.py`), as
 * log odds. A weak feature of the calibration: it never decides against what was read (`answer-read.ts`).
 */
import { readFileSync } from 'node:fs';
import { READER_FILES } from './reader-files.ts';

interface Prior {
  bias: number;
  /** By word, and by pair of words that follow each other. */
  weights: Readonly<Record<string, number>>;
}

const { bias, weights } = JSON.parse(readFileSync(new URL('question-prior.json', READER_FILES), 'utf8')) as Prior;
const WEIGHTS = new Map(Object.entries(weights));

export function questionPrior(question: string): number {
  const words = question.toLowerCase().match(/[a-z']+/g) ?? [];
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [...new Set([...words, ...pairs])].reduce((sum, word) => sum + (WEIGHTS.get(word) ?? 0), bias);
}
