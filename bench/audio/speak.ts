/** `node bench/audio/speak.ts [--calls=N] [--part=1/2]`: speaks the calls that `npm run bench -- audio` transcribes. About as long as they last, so several at once. */
import { join } from 'node:path';
import { openVoices } from './kokoro.ts';
import { callsToSpeak, SOUND_FOLDER, turnsOf } from './spoken-calls.ts';

const option = (name: string) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const count = Number(option('calls') ?? 60);
const [part = 1, parts = 1] = (option('part') ?? '1/1').split('/').map(Number);

const voices = await openVoices(join(SOUND_FOLDER, 'voices'));
for (const [index, call] of callsToSpeak().slice(0, count).entries()) {
  if (index % parts !== part - 1) continue;
  const turns = await turnsOf(call, voices);
  const seconds = turns.reduce((sum, { samples }) => sum + samples.length, 0) / 16_000;
  console.log(`${call.id}: ${turns.length} turns, ${seconds.toFixed(0)} s`);
}
