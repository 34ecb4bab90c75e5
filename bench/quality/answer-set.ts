/** One golden set through the local engine in this process, timed line by line. */
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { answerBricks } from '@brickwork/engine/evaluation/answer-bricks';
import { readGolden } from '@brickwork/engine/golden/read-golden';
import type { BrickScore, JudgedAnswer } from '@brickwork/engine/golden/score-brick';
import { scoreBrick } from '@brickwork/engine/golden/score-brick';
import type { Brick, Kit } from '@brickwork/engine/kits/normalise-kit';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import type { GoldenConversation } from '@brickwork/engine/words/learn/learn-kit';
import type { GoldenPair } from './golden-pairs.ts';

export interface SetResult {
  conversations: number;
  msPerConversation: number;
  answers: Map<string, JudgedAnswer[]>;
  scores: BrickScore[];
}

export async function readSet({ kit, goldenPath }: GoldenPair): Promise<GoldenConversation[]> {
  const lines = await readGolden(kit, goldenPath);
  return Promise.all(
    lines.map(async ({ input, expected }) => ({
      conversation: await withLanguage(readConversation(kit, input), kit),
      expected,
    })),
  );
}

export interface AnswerSetOptions {
  only?: Brick;
  /** The reading model; without it bricks are answered from their words alone. */
  read?: ReadModel | undefined;
}

export async function answerSet(
  kit: Kit,
  golden: readonly GoldenConversation[],
  { only, read }: AnswerSetOptions = {},
): Promise<SetResult> {
  const local = createReadingEngine();
  const answers = new Map<string, JudgedAnswer[]>();
  let spentMs = 0;
  for (const [line, { conversation, expected }] of golden.entries()) {
    const bricks = kit.bricks.filter(
      (brick) => Object.hasOwn(expected, brick.key) && (only?.key ?? brick.key) === brick.key,
    );
    const start = performance.now();
    const means = { read, lexical: new Set<string>() };
    const { outcomes } = await answerBricks(local, kit, { keys: bricks.map(({ key }) => key) }, conversation, means);
    spentMs += performance.now() - start;
    for (const { key, value, confidence } of outcomes) {
      const right = expected[key];
      if (right === undefined) continue;
      const known = answers.get(key) ?? [];
      known.push({ line, expected: right, value, confidence });
      answers.set(key, known);
    }
  }
  const scores = kit.bricks.flatMap((brick) => {
    const judged = answers.get(brick.key);
    return judged === undefined ? [] : [scoreBrick(brick, judged)];
  });
  return { conversations: golden.length, msPerConversation: spentMs / Math.max(1, golden.length), answers, scores };
}
