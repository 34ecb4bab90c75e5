/** AssemblyAI's transcript: utterances, else the words of each speaker, else the text. Its times are milliseconds. */
import type { Turn } from './conversation.ts';
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from './expect-input.ts';
import { groupWords, type TimedWord } from './group-words.ts';
import { joinTurns } from './join-turns.ts';

export function isAssemblyai(value: unknown): boolean {
  if (!isRecord(value) || 'segments' in value) return false;
  if ('utterances' in value) return true;
  // Whisper lists words too, but calls them `word`.
  const [word] = Array.isArray(value.words) ? value.words : [];
  return isRecord(word) && 'text' in word;
}

export function readAssemblyai(value: unknown, place: string): { text: string; turns: Turn[] } {
  const transcript = expectRecord(value, place);
  if (transcript.utterances !== undefined && transcript.utterances !== null) {
    return joinTurns(readSpoken(transcript.utterances, `${place}.utterances`));
  }
  if (Array.isArray(transcript.words) && transcript.words.length > 0) {
    return joinTurns(groupWords(readSpoken(transcript.words, `${place}.words`)));
  }
  return joinTurns([{ text: expectText(transcript.text, `${place}.text`) }]);
}

function readSpoken(value: unknown, place: string): TimedWord[] {
  return expectArray(value, place).map((item, index) => {
    const here = `${place}[${index}]`;
    const spoken = expectRecord(item, here);
    return {
      text: expectText(spoken.text, `${here}.text`),
      speaker: optionalLabel(spoken.speaker, `${here}.speaker`),
      startSeconds: fromMilliseconds(optionalSeconds(spoken.start, `${here}.start`)),
      endSeconds: fromMilliseconds(optionalSeconds(spoken.end, `${here}.end`)),
    };
  });
}

function fromMilliseconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value / 1000;
}
