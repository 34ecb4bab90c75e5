/** What a few labels per class teach: the first of each class are learned from, all the others are judged. */

import { type Brick, type Kit, normaliseKit } from '@brickwork/engine/kits/normalise-kit';
import type { GoldenConversation } from '@brickwork/engine/words/learn/learn-kit';
import { learnKit } from '@brickwork/engine/words/learn/learn-kit';
import { answerSet, type SetResult } from './answer-set.ts';

export interface FewLabels {
  key: string;
  labels: number;
  before: SetResult;
  after: SetResult;
  modelBytes: number;
}

function split(brick: Brick, golden: readonly GoldenConversation[], perClass: number) {
  const taken = new Map<string, number>();
  const training: GoldenConversation[] = [];
  const judged: GoldenConversation[] = [];
  for (const line of golden) {
    if (!Object.hasOwn(line.expected, brick.key)) continue;
    const label = String(line.expected[brick.key]);
    const count = taken.get(label) ?? 0;
    taken.set(label, count + 1);
    (count < perClass ? training : judged).push(line);
  }
  return { training, judged };
}

export async function fewLabels(
  kit: Kit,
  golden: readonly GoldenConversation[],
  perClass: number,
): Promise<FewLabels[]> {
  const bricks = kit.bricks.filter((brick) => brick.type === 'categorical');
  return Promise.all(
    bricks.map(async (brick) => {
      const { training, judged } = split(brick, golden, perClass);
      const learned = normaliseKit(learnKit({ ...kit, bricks: [brick] }, training));
      return {
        key: brick.key,
        labels: training.length,
        before: await answerSet(kit, judged, { only: brick }),
        after: await answerSet(learned, judged, { only: brick }),
        modelBytes: JSON.stringify(learned.bricks[0]?.learned ?? {}).length,
      };
    }),
  );
}
