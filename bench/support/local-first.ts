/** `engine: auto` on labelled conversations: how much the local engine keeps, and how right the answers are with a model for the rest. */
import { join } from 'node:path';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { answerBricks } from '@brickwork/engine/evaluation/answer-bricks';
import { isKept } from '@brickwork/engine/evaluation/settle-sure';
import { isRight } from '@brickwork/engine/golden/judge-answer';
import { readGolden } from '@brickwork/engine/golden/read-golden';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readExampleKit } from '@brickwork/server/main/read-example-kit';
import { ROOT } from './service-node.ts';

export interface LocalFirst {
  threshold: number;
  answers: number;
  /** Kept without asking the model. */
  kept: number;
  /** Kept and right. */
  keptRight: number;
}

const KITS = ['support-qa', 'email-triage', 'sales-discovery', 'interview-scorecard', 'compliance-disclosure'];
const LINES_PER_KIT = 4;

export async function measureLocalFirst(thresholds: readonly number[]): Promise<LocalFirst[]> {
  const read = await openReadModel(READER_FILES);
  const engine = createReadingEngine();
  const figures = thresholds.map((threshold) => ({ threshold, answers: 0, kept: 0, keptRight: 0 }));
  for (const name of KITS) {
    const kit = requireKit(readExampleKit(name));
    const golden = await readGolden(kit, join(ROOT, 'examples', 'kits', name, 'golden.jsonl'));
    for (const { input, expected } of golden.slice(0, LINES_PER_KIT)) {
      const bricks = kit.bricks.filter(
        (brick) => Object.hasOwn(expected, brick.key) && !brickType(brick).isComputed(brick),
      );
      const keys = bricks.map(({ key }) => key);
      const conversation = await withLanguage(readConversation(kit, input), kit);
      const { outcomes } = await answerBricks(engine, kit, { keys }, conversation, { read, lexical: new Set() });
      for (const brick of bricks) {
        const outcome = outcomes.find(({ key }) => key === brick.key);
        for (const figure of figures) {
          figure.answers += 1;
          if (outcome === undefined || !isKept({ ...kit, local_from: figure.threshold }, outcome)) continue;
          figure.kept += 1;
          if (isRight(brick, expected[brick.key] ?? null, outcome.value)) figure.keptRight += 1;
        }
      }
    }
  }
  return figures;
}
