/**
 * Deepgram's response: utterances if requested, otherwise paragraphs, otherwise the words of each speaker, otherwise the bare transcript. A
 * recording with one person per channel has no speaker numbers: the channel is the speaker.
 */
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from '../expect-input.ts';
import { groupWords, type TimedWord } from '../group-words.ts';
import { interleaveWords } from '../interleave-words.ts';
import { joinTurns, type SpokenPart } from '../join-turns.ts';
import type { ReadTurns, VendorFormat } from './vendor-format.ts';

export const deepgram: VendorFormat = {
  marks: ['channels', 'alternatives', 'paragraphs', 'punctuated_word', 'model_info', 'request_id'],
  is: (value) =>
    isRecord(value) && isRecord(value.results) && ('channels' in value.results || 'utterances' in value.results),
  read: readDeepgram,
};

function readDeepgram(value: unknown, path: string): ReadTurns {
  const results = expectRecord(expectRecord(value, path).results, `${path}.results`);
  const channels = results.channels === undefined ? [] : expectArray(results.channels, `${path}.results.channels`);
  const isMultichannel = channels.length > 1;
  if (results.utterances !== undefined && results.utterances !== null) {
    const within = `${path}.results.utterances`;
    const utterances = expectArray(results.utterances, within);
    return joinTurns(utterances.map((item, index) => readUtterance(item, `${within}[${index}]`, isMultichannel)));
  }
  const read = channels.map((channel, index) =>
    readChannel(channel, `${path}.results.channels[${index}]`, isMultichannel ? `channel ${index}` : undefined),
  );
  // Channels are listed one after the other; the conversation is their words in order of time.
  const words = read.flatMap((channel) => channel.words);
  const parts = [
    ...read.flatMap((channel) => channel.parts),
    ...(isMultichannel ? interleaveWords(words) : groupWords(words)),
  ];
  if (isMultichannel) parts.sort((left, right) => (left.startSeconds ?? 0) - (right.startSeconds ?? 0));
  return joinTurns(parts);
}

function readUtterance(item: unknown, path: string, isMultichannel: boolean): SpokenPart {
  const utterance = expectRecord(item, path);
  const channel = isMultichannel ? optionalLabel(utterance.channel, `${path}.channel`) : undefined;
  return {
    text: expectText(utterance.transcript, `${path}.transcript`),
    speaker: channel === undefined ? optionalLabel(utterance.speaker, `${path}.speaker`) : `channel ${channel}`,
    ...timesOf(utterance, path),
  };
}

/** A channel consists of parts, or of words with other speakers in between. */
interface ReadChannel {
  parts: SpokenPart[];
  words: TimedWord[];
}

function readChannel(value: unknown, path: string, label: string | undefined): ReadChannel {
  const alternatives = expectArray(expectRecord(value, path).alternatives, `${path}.alternatives`);
  if (alternatives.length === 0) return { parts: [], words: [] };
  const best = `${path}.alternatives[0]`;
  const alternative = expectRecord(alternatives[0], best);
  if (isRecord(alternative.paragraphs) && Array.isArray(alternative.paragraphs.paragraphs)) {
    const within = `${best}.paragraphs.paragraphs`;
    const parts = alternative.paragraphs.paragraphs.map((item, index) =>
      readParagraph(item, `${within}[${index}]`, label),
    );
    return { parts, words: [] };
  }
  if (Array.isArray(alternative.words) && alternative.words.length > 0) {
    const words = alternative.words.map((item: unknown, index) => {
      const here = `${best}.words[${index}]`;
      const word = expectRecord(item, here);
      return {
        text: expectText(word.punctuated_word ?? word.word, `${here}.word`),
        speaker: label ?? optionalLabel(word.speaker, `${here}.speaker`),
        startSeconds: optionalSeconds(word.start, `${here}.start`),
        endSeconds: optionalSeconds(word.end, `${here}.end`),
      };
    });
    return { parts: [], words };
  }
  return { parts: [{ text: expectText(alternative.transcript, `${best}.transcript`), speaker: label }], words: [] };
}

function readParagraph(item: unknown, path: string, label: string | undefined): SpokenPart {
  const paragraph = expectRecord(item, path);
  const sentences = expectArray(paragraph.sentences, `${path}.sentences`).map((sentence, index) =>
    expectText(expectRecord(sentence, `${path}.sentences[${index}]`).text, `${path}.sentences[${index}].text`),
  );
  return {
    text: sentences.join(' '),
    speaker: label ?? optionalLabel(paragraph.speaker, `${path}.speaker`),
    ...timesOf(paragraph, path),
  };
}

function timesOf(record: Record<string, unknown>, path: string): Pick<SpokenPart, 'startSeconds' | 'endSeconds'> {
  return {
    startSeconds: optionalSeconds(record.start, `${path}.start`),
    endSeconds: optionalSeconds(record.end, `${path}.end`),
  };
}
