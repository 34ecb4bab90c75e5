/**
 * How often questions worded like this one were answered yes in the labelled conversations (`tools/reader/question_prior.py`), as
 * log odds. A weak feature of the calibration: it never decides against what was read (`answer-read.ts`).
 */
import { existsSync, readFileSync } from 'node:fs';

interface Prior {
  bias: number;
  /** By word, and by pair of words that follow each other. */
  weights: Readonly<Record<string, number>>;
}

export type QuestionPrior = (question: string) => number;

/** A reader without the file does not use the wording. */
export function readQuestionPrior(directory: URL): QuestionPrior {
  const file = new URL('question-prior.json', directory);
  if (!existsSync(file)) return () => 0;
  const { bias, weights } = JSON.parse(readFileSync(file, 'utf8')) as Prior;
  const known = new Map(Object.entries(weights));
  return (question) => {
    const words = question.toLowerCase().match(/[a-z']+/g) ?? [];
    const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
    return [...new Set([...words, ...pairs])].reduce((sum, word) => sum + (known.get(word) ?? 0), bias);
  };
}
