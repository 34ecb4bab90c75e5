/** Calls of the kits that nothing was trained on, spoken: each turn by the voice of its side, kept so that it is made once. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LabelledConversation, readConvFile } from '../../tools/reader/read-conv-file.ts';
import { REPORT_KITS } from '../quality/report-kits.ts';
import { ROOT } from '../support/service-node.ts';
import { openVoices, type Voices } from './kokoro.ts';
import type { SpokenTurn } from './sound-variants.ts';

/** Voices, models, what was spoken and what was heard: git ignores it. */
export const SOUND_FOLDER = join(ROOT, '.brickwork', 'bench-audio');

const AGENTS = ['af_heart', 'bm_george', 'af_bella', 'am_michael', 'bf_emma', 'am_fenrir', 'af_kore', 'bm_fable'];
const CUSTOMERS = [
  'am_puck',
  'bf_isabella',
  'bm_lewis',
  'af_sarah',
  'am_eric',
  'af_aoede',
  'am_liam',
  'af_nova',
  'bf_alice',
];
/** Times the speed at which the voices speak by themselves, which is 170 words a minute. */
const SPEEDS = [1, 1.1, 1.05, 1.15];
/** Chats and letters: nobody speaks like that. */
const WRITTEN: ReadonlySet<string> = new Set(['wholesale_flowers', 'marketplace_sellers']);

/** Speaking takes longer than listening. */
const MOST_CHARACTERS = 2_100;

export interface SpokenCall extends LabelledConversation {
  kit: string;
  voices: Record<'agent' | 'customer', { voice: string; speed: number }>;
}

/** One of each kit before the second of any, the shortest first. Calls that are written without punctuation cannot be read aloud. */
export function callsToSpeak(): SpokenCall[] {
  const kits = REPORT_KITS.filter(([kit]) => !WRITTEN.has(kit)).map(([kit, file]) =>
    readConvFile(fileURLToPath(file))
      .filter(({ conversation }) => conversation.turns.every(({ side }) => side !== undefined))
      .filter(({ conversation: { text } }) => (text.match(/[.?!]/g) ?? []).length > 20 && text.length < MOST_CHARACTERS)
      .toSorted((one, other) => one.conversation.text.length - other.conversation.text.length)
      .map((call) => ({ ...call, kit })),
  );
  const most = Math.max(0, ...kits.map(({ length }) => length));
  const inTurns = Array.from({ length: most }, (_, rank) => kits.map((calls) => calls[rank])).flat();
  return inTurns
    .filter((call) => call !== undefined)
    .map((call, index) => ({
      ...call,
      voices: {
        agent: { voice: AGENTS[index % AGENTS.length] ?? '', speed: SPEEDS[index % SPEEDS.length] ?? 1 },
        customer: { voice: CUSTOMERS[index % CUSTOMERS.length] ?? '', speed: SPEEDS[(index + 1) % SPEEDS.length] ?? 1 },
      },
    }));
}

/** Samples at 16 kHz. What was not spoken yet is spoken now, which takes longer than listening to it. */
export async function turnsOf(call: SpokenCall, voices?: Voices): Promise<SpokenTurn[]> {
  const turns: SpokenTurn[] = [];
  let speaking = voices;
  for (const { index, text, side = 'agent' } of call.conversation.turns) {
    const path = join(SOUND_FOLDER, 'calls', call.id, `${index}.pcm`);
    if (!existsSync(path)) {
      speaking ??= await openVoices(join(SOUND_FOLDER, 'voices'));
      const { voice, speed } = call.voices[side];
      await keep(path, await speaking.say(text, voice, speed));
    }
    const bytes = await readFile(path);
    const values = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    turns.push({ side, samples: Float32Array.from(values, (value) => value / 32_768) });
  }
  return turns;
}

async function keep(path: string, samples: Float32Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const bytes = Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
  await writeFile(`${path}.${process.pid}`, new Uint8Array(bytes.buffer));
  await rename(`${path}.${process.pid}`, path);
}
