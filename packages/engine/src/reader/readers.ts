/**
 * The readers: one for English, and one for further languages whose weights may be missing. Each is data in a folder of its own (`assets/reader`,
 * `assets/reader-multilingual`): four blocks of weights, how text becomes ids, what scores are worth, and the languages that it reads.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Conversation, Language } from '../conversation/conversation.ts';
import { once } from '../core/once.ts';
import { type ReaderCalibration, readCalibration } from './calibration.ts';
import { type QuestionPrior, readQuestionPrior } from './question-prior.ts';
import { MULTILINGUAL_FILES, READER_FILES } from './reader-files.ts';
import type { ReaderName } from './reading.ts';
import { createTokenizer, type Tokenizer } from './tokenizer.ts';
import { createUnigramTokenizer } from './unigram-tokenizer.ts';

export interface Reader {
  name: ReaderName;
  files: URL;
  languages: readonly string[];
  /** Whether the word lists cover its languages: then words answer too. */
  hasWords: boolean;
  /** Read with the first conversation. */
  tokenizer(): Tokenizer;
  calibration(): ReaderCalibration;
  prior(): QuestionPrior;
}

export const ENGLISH_READER: Reader = {
  name: 'english',
  files: READER_FILES,
  languages: ['en'],
  hasWords: true,
  tokenizer: once(() => createTokenizer(new URL('vocabulary.txt', READER_FILES))),
  calibration: once(() => readCalibration(READER_FILES)),
  prior: once(() => readQuestionPrior(READER_FILES)),
};

/** Undefined if there are no weights in the folder. English is one of its languages: it counts in a call that is partly in English. */
export function openMultilingual(files: URL): Reader | undefined {
  if (!existsSync(new URL('embed.onnx', files))) return undefined;
  const { languages } = readJson<{ languages: string[] }>(new URL('reader.json', files));
  return {
    name: 'multilingual',
    files,
    languages: [...languages, 'en'],
    hasWords: false,
    tokenizer: once(() => createUnigramTokenizer(readJson(new URL('tokenizer.json', files)))),
    calibration: once(() => readCalibration(files)),
    prior: once(() => readQuestionPrior(files)),
  };
}

function readJson<Content>(file: URL): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

/** In the order in which they are tried. */
export const shippedReaders: () => readonly Reader[] = once(() => {
  const multilingual = openMultilingual(MULTILINGUAL_FILES);
  return multilingual === undefined ? [ENGLISH_READER] : [ENGLISH_READER, multilingual];
});

/** For people: README, `doctor` and the checks of kits name them. */
export function readLanguages(readers: readonly Reader[] = shippedReaders()): string[] {
  return [...new Set(readers.flatMap(({ languages }) => languages))];
}

/** A smaller share of the conversation in languages that are read is not enough to answer from. */
const LEAST_SHARE = 0.5;

/** The reader for a conversation; undefined if no reader supports its language. An unknown language is treated as English, with low confidence. */
export function readerOf(
  { language }: Pick<Conversation, 'language'>,
  readers: readonly Reader[] = shippedReaders(),
): Reader | undefined {
  if (language === undefined) return ENGLISH_READER;
  return readers.find((reader) => shareRead(reader, language) >= LEAST_SHARE);
}

/** The share of the conversation in the reader's languages. */
export function shareRead(
  { languages }: Pick<Reader, 'languages'>,
  { code, probability, shares = { [code]: probability } }: Language,
): number {
  return languages.reduce((sum, read) => sum + (shares[read] ?? 0), 0);
}
