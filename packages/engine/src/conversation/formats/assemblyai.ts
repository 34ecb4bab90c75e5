/** AssemblyAI's transcript: utterances, otherwise the words of each speaker, otherwise the text. Its times are milliseconds. */
import { expectArray, expectRecord, expectText, isRecord, optionalLabel, optionalSeconds } from '../expect-input.ts';
import { groupWords, type TimedWord } from '../group-words.ts';
import { joinTurns } from '../join-turns.ts';
import { firstRecord, type ReadTurns, type VendorFormat } from './vendor-format.ts';

export const assemblyai: VendorFormat = {
  marks: ['utterances', 'audio_duration', 'speaker_labels', 'language_model', 'acoustic_model'],
  is: isAssemblyai,
  read: readAssemblyai,
};

function isAssemblyai(value: unknown): boolean {
  if (!isRecord(value) || 'segments' in value) return false;
  if ('utterances' in value) {
    // Other vendors list utterances too, but use another field for the speaker.
    const first = firstRecord(value.utterances);
    return first === undefined || isOwn(first);
  }
  // Whisper lists words too, but calls them `word`.
  const [word] = Array.isArray(value.words) ? value.words : [];
  return isRecord(word) && 'text' in word;
}

/**
 * Its times are milliseconds, so a list of utterances with times must be recognised as AssemblyAI's: by its words, their confidence, or its
 * letters for speakers.
 */
function isOwn(utterance: Record<string, unknown>): boolean {
  const { speaker, text, start, end, words, confidence, ...others } = utterance;
  if (words !== undefined || confidence !== undefined)
    return 'speaker' in utterance || !('speakerId' in others || 'participant_type' in others);
  if (speaker === undefined || speaker === null)
    return !Object.values(others).some((value) => typeof value === 'string');
  return (start === undefined && end === undefined) || /^[A-Z]{1,2}$/.test(String(speaker));
}

function readAssemblyai(value: unknown, path: string): ReadTurns {
  const transcript = expectRecord(value, path);
  if (transcript.utterances !== undefined && transcript.utterances !== null) {
    return joinTurns(readSpoken(transcript.utterances, `${path}.utterances`));
  }
  if (Array.isArray(transcript.words) && transcript.words.length > 0) {
    return joinTurns(groupWords(readSpoken(transcript.words, `${path}.words`)));
  }
  return joinTurns([{ text: expectText(transcript.text, `${path}.text`) }]);
}

function readSpoken(value: unknown, path: string): TimedWord[] {
  return expectArray(value, path).map((item, index) => {
    const itemPath = `${path}[${index}]`;
    const spoken = expectRecord(item, itemPath);
    return {
      text: expectText(spoken.text, `${itemPath}.text`),
      speaker: optionalLabel(spoken.speaker, `${itemPath}.speaker`),
      startSeconds: fromMilliseconds(optionalSeconds(spoken.start, `${itemPath}.start`)),
      endSeconds: fromMilliseconds(optionalSeconds(spoken.end, `${itemPath}.end`)),
    };
  });
}

function fromMilliseconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value / 1000;
}
