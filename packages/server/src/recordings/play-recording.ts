/** The copy of a recording as a WAV file, whole or in part, with silence where a reader may not hear identities. */
import { Readable } from 'node:stream';
import { WAV_HEAD_BYTES, wavHead } from '@brickwork/audio/engines/write-wav';
import { fromMuLaw } from '@brickwork/audio/sound/mu-law';
import { SAMPLE_RATE } from '@brickwork/audio/sound/resample';
import { MASK_CLASSES } from '@brickwork/contract';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { ConversationWork } from '@brickwork/engine/model/check-reply';
import type { Scope } from '../core/scope.ts';
import { readRecording } from './manage-recordings.ts';
import type { Spoken } from './recording.ts';
import type { RecordingBytes } from './store/recording-bytes.ts';
import type { RecordingStore } from './store/recording-store.ts';

export interface PlayRecording {
  recordings: RecordingStore;
  bytes: RecordingBytes;
  masks: Pick<ConversationWork, 'maskConversation'>;
}

/** Bytes of the WAV file from `start` to before `end`. */
export interface Part {
  start: number;
  end: number;
  size: number;
  body: Readable;
}

interface Seconds {
  start: number;
  end: number;
}

const SAMPLE_BYTES = 2;
const STEP_BYTES = 131_072;
/** Margin around a silenced word: the precision of its times. */
const MARGIN_SECONDS = 0.25;

export async function playRecording(
  deps: PlayRecording,
  scope: Scope,
  recordingId: string,
  { range, isMasked }: { range: string | undefined; isMasked: boolean },
): Promise<Part> {
  const { hasAudio } = await readRecording(deps, scope, recordingId);
  const spoken = hasAudio ? await deps.recordings.spoken(scope, recordingId) : undefined;
  if (spoken === undefined)
    throw new ServiceError('not_found', {
      detail: 'No copy of this recording is kept. Send recordings with keep_audio to be able to listen to them.',
    });
  const { channels } = spoken;
  const copySize = await deps.bytes.sizeOf(scope, recordingId, true);
  const size = WAV_HEAD_BYTES + copySize * SAMPLE_BYTES;
  const { start, end } = parseRange(range, size);
  const silences = isMasked ? await silencesOf(deps, scope, spoken) : [];
  const source = deps.bytes.source(scope, recordingId, true, copySize);
  async function* parts(): AsyncGenerator<Buffer> {
    const head = Buffer.from(wavHead(copySize / channels, channels));
    if (start < WAV_HEAD_BYTES) yield head.subarray(start, Math.min(end, WAV_HEAD_BYTES));
    for (let at = Math.max(start, WAV_HEAD_BYTES); at < end; ) {
      // From the sample that contains the first byte: a range may begin in the middle of one.
      const first = Math.floor((at - WAV_HEAD_BYTES) / SAMPLE_BYTES);
      const copy = await source.read(first, STEP_BYTES);
      if (copy.length === 0) return; // It was deleted meanwhile.
      const samples = expanded(copy, first, { channels, silences });
      const offset = at - WAV_HEAD_BYTES - first * SAMPLE_BYTES;
      const piece = samples.subarray(offset, offset + end - at);
      yield piece;
      at += piece.length;
    }
  }
  return { start, end, size, body: Readable.from(parts()) };
}

/** One range; anything else gets the whole file, as HTTP allows. */
function parseRange(range: string | undefined, size: number): Seconds {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return { start: 0, end: size };
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size : Math.min(size, Number(to) + 1);
  if (start >= end) return { start: 0, end: size };
  return { start, end };
}

function expanded(
  copy: Uint8Array,
  first: number,
  { channels, silences }: { channels: number; silences: readonly Seconds[] },
): Buffer {
  const samples = Buffer.alloc(copy.length * SAMPLE_BYTES);
  for (const [index, byte] of copy.entries()) samples.writeInt16LE(fromMuLaw(byte), index * SAMPLE_BYTES);
  const indexOf = (second: number) => Math.floor(second * SAMPLE_RATE) * channels - first;
  for (const { start, end } of silences) {
    const from = Math.max(0, indexOf(start));
    const to = Math.min(copy.length, indexOf(end));
    if (from < to) samples.fill(0, from * SAMPLE_BYTES, to * SAMPLE_BYTES);
  }
  return samples;
}

/** The times of words that are missing in a masked text. */
async function silencesOf({ masks }: PlayRecording, scope: Scope, { turns }: Spoken): Promise<Seconds[]> {
  const spoken = turns.filter((turn) => 'words' in turn);
  let at = 0;
  const conversation: Conversation = {
    text: spoken.map(({ text }) => text).join('\n'),
    format: 'turns',
    turns: spoken.map(({ text, speaker, side }, index) => {
      const start = at;
      at += text.length + 1;
      return { index, text, start, end: start + text.length, speaker, ...(side && { side }) };
    }),
  };
  const { marks } = await masks.maskConversation(
    { conversation, classes: [...MASK_CLASSES], kept: [] },
    scope.workspaceId,
  );
  return spoken.flatMap(({ words }, index) =>
    (marks[index] ?? []).flatMap(({ from, to }) => {
      const within = withPlaces(words).filter(({ start, end }) => start < to && end > from);
      const [first, last] = [within[0]?.word, within.at(-1)?.word];
      return first === undefined || last === undefined
        ? []
        : [{ start: Math.max(0, first.start - MARGIN_SECONDS), end: last.end + MARGIN_SECONDS }];
    }),
  );
}

type Word = Extract<Spoken['turns'][number], { words: unknown }>['words'][number];

/** The position of each word in the text of its turn. */
function withPlaces(words: readonly Word[]): { word: Word; start: number; end: number }[] {
  let at = 0;
  return words.map((word, index) => {
    if (index > 0 && word.isJoined !== true) at += 1;
    const start = at;
    at += word.text.length;
    return { word, start, end: at };
  });
}
