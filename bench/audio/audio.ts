/**
 * How well recordings are heard, and what it costs: calls of the kits that nothing was trained on, spoken by neural voices, transcribed in the child process that
 * the service uses. CPU seconds, since other work disturbs them little.
 */
import { join } from 'node:path';
import { installModel } from '@brickwork/audio/models/install-model';
import { KNOWN_MODELS } from '@brickwork/audio/models/known-models';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import type { Line, Result } from '../support/result.ts';
import { conversationOf, type Judged, judge } from './answers.ts';
import { type Ear, type HeardRecording, openEar } from './hear.ts';
import { remembered } from './remembered.ts';
import { recordingOf, VARIANTS, type Variant, withoutSilence } from './sound-variants.ts';
import { callsToSpeak, SOUND_FOLDER, type SpokenCall, turnsOf } from './spoken-calls.ts';
import { type Share, withInterval } from './with-interval.ts';
import { sameWords, spokenWords, wordErrors } from './word-errors.ts';

/** Of all words, and 1 where nothing was promised. */
const BARS: Readonly<Record<Variant, number>> = {
  clean: 0.06,
  telephone: 0.1,
  'noise 10 dB': 0.2,
  'noise 20 dB': 1,
  overlaps: 1,
  'one channel': 1,
};
/** Without a bar: one call in five is enough. */
const EACH = 5;
const SIDES_BAR = 0.99;
const LOSS_BAR = 0.04;
const SURE = 0.8;

interface Found {
  heard: Map<Variant, HeardRecording>;
  /** Speech without a pause; of each fifth call. */
  dense: HeardRecording | undefined;
  call: SpokenCall;
}

export async function audio(count = 4, modelName = 'whisper-base'): Promise<Result> {
  const model = KNOWN_MODELS.find(({ name }) => name === modelName);
  if (model === undefined) throw new Error(`${modelName} is not known`);
  const { folder } = await installModel(model, { modelsDirectory: join(SOUND_FOLDER, 'models') });
  const ear = openEar(folder);
  const found: Found[] = [];
  for (const [index, call] of callsToSpeak().slice(0, count).entries())
    found.push(await hearCall(ear, modelName, call, index));
  await ear.stop();
  return {
    name: 'audio',
    title: `What is heard of ${found.length} spoken calls by ${modelName}, one thread`,
    lines: [
      ...VARIANTS.flatMap((variant) => wordLine(found, variant)),
      ...(['clean', 'overlaps'] as const).map((variant) => sidesLine(found, variant)),
      ...(await answerLines(found)),
      ...costLines(found),
    ],
  };
}

async function hearCall(ear: Ear, model: string, call: SpokenCall, index: number): Promise<Found> {
  const turns = await turnsOf(call);
  const hear = (recording: Uint8Array) =>
    remembered(join(SOUND_FOLDER, 'heard'), model, recording, () => ear.hear(recording));
  const heard = new Map<Variant, HeardRecording>();
  for (const variant of VARIANTS)
    if (BARS[variant] < 1 || index % EACH === 0) heard.set(variant, await hear(recordingOf(turns, variant, index)));
  return { call, heard, dense: index % EACH === 0 ? await hear(withoutSilence(turns)) : undefined };
}

/** Of each side by itself, so that the order of turns plays no part; of one channel as a whole. */
function wordsOf({ call, heard }: Found, variant: Variant) {
  const found = heard.get(variant);
  if (found === undefined) return [];
  const { turns } = call.conversation;
  if (variant === 'one channel')
    return [{ said: turns.map(({ text }) => text), heard: found.words.map(({ text }) => text) }];
  return (['agent', 'customer'] as const).map((side, channel) => ({
    said: turns.filter((turn) => turn.side === side).map(({ text }) => text),
    heard: found.words.filter((word) => word.channel === channel).map(({ text }) => text),
  }));
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

function wordLine(found: readonly Found[], variant: Variant): Line[] {
  const counts = found
    .filter(({ heard }) => heard.has(variant))
    .map((one) => {
      const sides = wordsOf(one, variant).map(({ said, heard }) => wordErrors(said.join(' '), heard.join(' ')));
      return { part: sum(sides, ({ errors }) => errors), of: sum(sides, ({ words }) => words) };
    });
  const [share, text] = shown(counts);
  const bar = BARS[variant];
  const value = `${text} of ${sum(counts, ({ of }) => of).toLocaleString('en')} words, ${counts.length === 1 ? '1 call' : `${counts.length} calls`}`;
  return [{ what: `words wrong: ${variant}`, value, ...(bar < 1 && { bar: `≤ ${percent(bar)}`, met: share <= bar }) }];
}

function sidesLine(found: readonly Found[], variant: 'clean' | 'overlaps'): Line {
  const counts = found.flatMap(({ call, heard }) => {
    const { words, sound } = heard.get(variant) ?? {};
    if (words === undefined || sound === undefined) return [];
    const wanted = call.conversation.turns.flatMap(({ text, side }) =>
      spokenWords(text).map((word) => ({ word, side })),
    );
    const got = conversationOf(words, sound).turns.flatMap(({ text, side }) =>
      spokenWords(text).map((word) => ({ word, side })),
    );
    const pairs = sameWords(
      wanted.map(({ word }) => word),
      got.map(({ word }) => word),
    );
    return [{ part: pairs.filter(([one, other]) => wanted[one]?.side === got[other]?.side).length, of: pairs.length }];
  });
  const [share] = withInterval(counts);
  const value = `${share.toFixed(4)} of ${sum(counts, ({ of }) => of).toLocaleString('en')}`;
  return { what: `words on the right side: ${variant}`, value, bar: `≥ ${SIDES_BAR}`, met: share >= SIDES_BAR };
}

async function answerLines(found: readonly Found[]): Promise<Line[]> {
  const read = await openReadModel(READER_FILES);
  if (read === undefined) return [];
  const text: Judged[][] = [];
  for (const { call } of found) text.push(await judge(call, call.conversation, read));
  const lines: Line[] = [{ what: 'answers from the text', value: answersShown(text) }];
  for (const variant of ['clean', 'telephone'] as const) {
    const sound: Judged[][] = [];
    for (const { call, heard } of found) {
      const { words, sound: facts } = heard.get(variant) ?? {};
      if (words !== undefined && facts !== undefined) sound.push(await judge(call, conversationOf(words, facts), read));
    }
    const counts = text.map((list, index) => ({ part: rightOf(list) - rightOf(sound[index] ?? []), of: list.length }));
    const [loss, lost] = shown(counts);
    lines.push(
      { what: `answers from the sound: ${variant}`, value: answersShown(sound) },
      { what: `answers lost: ${variant}`, value: lost, bar: `≤ ${percent(LOSS_BAR)}`, met: loss <= LOSS_BAR },
    );
  }
  return lines;
}

const rightOf = (list: readonly Judged[]): number => list.filter(({ isRight }) => isRight).length;

function answersShown(calls: readonly Judged[][]): string {
  const all = calls.flat();
  const sure = all.filter(({ confidence }) => confidence >= SURE);
  const share = (list: readonly Judged[]) => percent(rightOf(list) / Math.max(1, list.length));
  return `${share(all)} of ${all.length} right; ${percent(sure.length / all.length)} claim ${SURE} and more, ${share(sure)} of them right`;
}

const HOUR = 3_600;

function costLines(found: readonly Found[]): Line[] {
  const rate = (name: string, list: readonly HeardRecording[]): Line => {
    const seconds = sum(list, ({ sound }) => sound.seconds);
    const cpu = sum(list, ({ cpuSeconds }) => cpuSeconds) / seconds;
    const wall = sum(list, ({ wallSeconds }) => wallSeconds) / seconds;
    return {
      what: name,
      value: `${cpu.toFixed(3)} of a core (${wall.toFixed(3)} by the clock), ${Math.round(cpu * HOUR)} s of CPU an hour, ${Math.round(1_000 * cpu)} core-hours for 1,000 hours`,
    };
  };
  const clean = found.flatMap(({ heard }) => heard.get('clean') ?? []);
  return [
    rate('a call of two channels', clean),
    rate(
      'speech without a pause, one channel',
      found.flatMap(({ dense }) => dense ?? []),
    ),
    {
      what: 'memory of the process, at most',
      value: `${Math.round(Math.max(...found.flatMap(({ heard }) => [...heard.values()].map(({ megabytes }) => megabytes))))} MB`,
    },
  ];
}

function shown(counts: readonly Share[]): [share: number, text: string] {
  const [share, low, high] = withInterval(counts);
  return [share, counts.length < 2 ? percent(share) : `${percent(share)} (${percent(low)} to ${percent(high)})`];
}

function sum<Item>(list: readonly Item[], of: (item: Item) => number): number {
  return list.reduce((all, item) => all + of(item), 0);
}
