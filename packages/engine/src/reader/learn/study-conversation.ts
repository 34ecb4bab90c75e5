/** What one labelled conversation shows about the bricks of a kit, before any learning: plain numbers that cross a thread. */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { withLanguage } from '../../conversation/with-language.ts';
import type { GoldenConversation } from '../../words/learn/learn-kit.ts';
import { createLexicalReader } from '../../words/lexical-reader.ts';
import { askBrick } from '../ask-brick.ts';
import { readBricks } from '../read-bricks.ts';
import { ENGLISH_READER, readerOf } from '../readers.ts';
import type { ReaderName, ReadModel } from '../reading.ts';
import { answerByWords, createReadingEngine } from '../reading-engine.ts';
import { type HeadFeatures, headClasses, headFeatures } from './head-features.ts';
import { replayOf } from './replay-readings.ts';

export interface StudiedAnswer {
  /** The right answer according to a person. */
  value: boolean | string | number;
  /** Whether the unlearned brick gives the same value. */
  isRight: boolean;
  /** The inputs of a head; undefined if the reader read nothing. */
  features?: HeadFeatures;
  /** What read it; by default the English reader. */
  reader?: ReaderName;
}

/** By the key of the brick. */
export type Studied = ReadonlyMap<string, StudiedAnswer>;

/** Without learned parts: labels judge bricks as written. */
export function withoutLearned(bricks: readonly BrickDocument[]): BrickDocument[] {
  return bricks.map(({ learned: _, ...brick }) => brick);
}

export type Study = (kit: KitDocument, line: GoldenConversation, read: ReadModel | undefined) => Promise<Studied>;

/** Reads a labelled conversation once: the answers of the kit as it was written, and what heads look at. One per thread. */
export function createStudy(): Study {
  const engine = createReadingEngine();
  return async (kit, line, read) => {
    const { expected } = line;
    const conversation = await withLanguage(line.conversation, kit);
    const reader = readerOf(conversation) ?? ENGLISH_READER;
    const labelled = kit.bricks.filter(({ key }) => Object.hasOwn(expected, key) && isLabel(expected[key]));
    const bricks = withoutLearned(labelled).filter((brick) => !brickType(brick).isComputed(brick));
    const asked = bricks.flatMap((brick) => askBrick(brick) ?? []);
    const vectorsOf = new Set(asked.filter((each) => headClasses(each) !== undefined).map(({ brick }) => brick.key));
    const { readings } =
      read === undefined || asked.length === 0
        ? { readings: [] }
        : await readBricks(read, reader, conversation, asked, { vectorsOf });
    const means = { read: read && replayOf(reader, readings), lexical: new Set<string>() };
    const { outcomes } = await engine(kit, bricks, conversation, means);
    const words = createLexicalReader(conversation);
    const answerOf = new Map(outcomes.map(({ key, value }) => [key, value]));
    const readingOf = new Map(readings.map((reading) => [reading.asked.brick.key, reading]));
    return new Map(
      bricks.flatMap((brick): [string, StudiedAnswer][] => {
        const value = expected[brick.key];
        if (!isLabel(value)) return [];
        const answer = answerOf.get(brick.key) ?? null;
        const isRight = answer !== null && brickType(brick).isRight(brick, value, answer);
        const reading = vectorsOf.has(brick.key) ? readingOf.get(brick.key) : undefined;
        const features =
          reading === undefined || reading.pairs.length === 0
            ? undefined
            : headFeatures(reading, answerByWords(words, reader, reading.asked.brick));
        return [[brick.key, { value, isRight, ...(features !== undefined && { features, reader: reader.name }) }]];
      }),
    );
  };
}

function isLabel(value: unknown): value is StudiedAnswer['value'] {
  return typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number';
}
