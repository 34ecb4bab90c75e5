/**
 * `brickwork kits learn`: what labelled conversations teach a kit, brick by brick. Three answers compete on the labels: that of the
 * engine as it is, that of words learned from them, and that of a head on what the reader read. A brick learns only what is right more
 * often in cross-validation, so that no brick gets worse. The server learns heads by the same two steps, each in a thread.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { brickType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';
import type { LearnedModel, ReaderHead } from '../../bricks/learned-document.ts';
import { mistakes } from '../../words/learn/held-out.ts';
import { learnBrick } from '../../words/learn/learn-brick.ts';
import { type GoldenConversation, labelsOf } from '../../words/learn/learn-kit.ts';
import type { ReadModel } from '../reading.ts';
import { keepLearned } from './keep-learned.ts';
import { accuracyOf, learnHead, marginFor } from './learn-head.ts';
import { createStudy, type Studied, withoutLearned } from './study-conversation.ts';

export interface LearnOptions {
  /** The reading model; without it only words are learned. */
  read?: ReadModel | undefined;
  /** Called after each conversation that was read. */
  onRead?: ((done: number, all: number) => void) | undefined;
}

export async function learnWithReader(
  kit: KitDocument,
  golden: readonly GoldenConversation[],
  { read, onRead }: LearnOptions = {},
): Promise<KitDocument> {
  const study = createStudy();
  const studied: Studied[] = [];
  for (const line of golden) {
    studied.push(await study(kit, line, read));
    onRead?.(studied.length, golden.length);
  }
  const plain = withoutLearned(kit.bricks);
  const bricks = kit.bricks.map((brick, at) => {
    const base = plain[at] ?? brick;
    if (brickType(base).isComputed(base) || isMany(base)) return brick;
    return keepLearned(brick, bestOf(base, golden, studied, read !== undefined));
  });
  return { ...kit, bricks };
}

function bestOf(
  brick: BrickDocument,
  golden: readonly GoldenConversation[],
  studied: readonly Studied[],
  hasReader: boolean,
): LearnedModel | ReaderHead | undefined {
  const answers = studied.flatMap((line) => line.get(brick.key) ?? []);
  const byWords = learnWords(brick, golden, answers.filter(({ isRight }) => !isRight).length, hasReader);
  const trial = learnHead(brick, answers);
  if (trial.status !== 'learned') return byWords;
  const { head } = trial;
  return byWords === undefined || head.accuracy.after >= (byWords.accuracy?.after ?? 0) ? head : byWords;
}

/** If nothing is read, words that are as good as the kit are learned too: nothing else can be. */
function learnWords(
  brick: BrickDocument,
  golden: readonly GoldenConversation[],
  wrong: number,
  hasReader: boolean,
): LearnedModel | undefined {
  const labelled = labelsOf(brick, golden);
  const learned = learnBrick(brick, labelled);
  if (learned === undefined) return undefined;
  const after = mistakes(learned.held);
  if (after > wrong - (hasReader ? marginFor(labelled.length, wrong) : 0)) return undefined;
  return { ...learned.model, accuracy: accuracyOf(labelled.length, wrong, after) };
}
