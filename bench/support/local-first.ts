/** `engine: auto` on labelled conversations: how much the local engine keeps, and how right the answers are with a model for the rest. */
import { join } from 'node:path';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { answerBricks } from '@brickwork/engine/evaluation/answer-bricks';
import { READ } from '@brickwork/engine/evaluation/settle-sure';
import { isRight } from '@brickwork/engine/golden/judge-answer';
import { readGolden } from '@brickwork/engine/golden/read-golden';
import { requireKit } from '@brickwork/engine/kits/require-kit';
import { openReadModel } from '@brickwork/engine/reader/open-read-model';
import { READER_FILES } from '@brickwork/engine/reader/reader-files';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { readExampleKit } from '@brickwork/server/main/read-example-kit';
import { chooseThresholds } from '@brickwork/server/reviews/local-first/choose-thresholds';
import { ROOT } from './service-node.ts';

export interface LocalFirst {
  /** How the thresholds are set, for a line of the report. */
  by: string;
  answers: number;
  /** Kept without asking the model. */
  kept: number;
  /** Kept and right. */
  keptRight: number;
}

/** An answer that may be kept or not. */
interface Answered {
  kit: string;
  line: number;
  key: string;
  confidence: number;
  isRead: boolean;
  isRight: boolean;
}

const KITS = ['support-qa', 'email-triage', 'sales-discovery', 'interview-scorecard', 'compliance-disclosure'];
const LINES_PER_KIT = 4;

/** With the same threshold for all bricks, and with thresholds chosen for each brick by the other lines of its kit, as if they were reviewed. */
export async function measureLocalFirst(
  thresholds: readonly number[],
  targets: readonly number[],
): Promise<LocalFirst[]> {
  const answers = await answerGolden();
  const fixed = thresholds.map((threshold) => count(answers, `from ${threshold} on`, () => threshold));
  const chosen = targets.map((target) => {
    const of = memoised((kit, line) => thresholdsBy(answers, kit, line, target));
    return count(answers, `from where ${target} are right by the kit’s other lines`, ({ kit, line, key }) =>
      of(kit, line).get(key),
    );
  });
  return [...fixed, ...chosen];
}

function count(
  answers: readonly Answered[],
  by: string,
  thresholdOf: (answer: Answered) => number | undefined,
): LocalFirst {
  const kept = answers.filter((answer) => {
    const from = thresholdOf(answer) ?? 1;
    return answer.isRead && from < 1 && answer.confidence >= from;
  });
  return { by, answers: answers.length, kept: kept.length, keptRight: kept.filter(({ isRight: is }) => is).length };
}

function thresholdsBy(answers: readonly Answered[], kit: string, line: number, target: number): Map<string, number> {
  const others = answers.filter((answer) => answer.kit === kit && answer.line !== line && answer.isRead);
  const bricks = [...Map.groupBy(others, ({ key }) => key)].map(([key, own]) => ({
    key,
    confidences: own.map(({ confidence }) => confidence),
    judged: own.map(({ confidence, isRight: is }) => ({ confidence, isRight: is, probability: 1 })),
  }));
  return new Map(chooseThresholds(bricks, target).map(({ key, from }) => [key, from]));
}

function memoised<Value>(compute: (kit: string, line: number) => Value): (kit: string, line: number) => Value {
  const known = new Map<string, Value>();
  return (kit, line) => {
    const name = `${kit} ${line}`;
    const value = known.get(name) ?? compute(kit, line);
    known.set(name, value);
    return value;
  };
}

async function answerGolden(): Promise<Answered[]> {
  const read = await openReadModel(READER_FILES);
  const engine = createReadingEngine();
  const answers: Answered[] = [];
  for (const name of KITS) {
    const kit = requireKit(readExampleKit(name));
    const golden = await readGolden(kit, join(ROOT, 'examples', 'kits', name, 'golden.jsonl'));
    for (const [line, { input, expected }] of golden.slice(0, LINES_PER_KIT).entries()) {
      const bricks = kit.bricks.filter(
        (brick) => Object.hasOwn(expected, brick.key) && !brickType(brick).isComputed(brick),
      );
      const keys = bricks.map(({ key }) => key);
      const conversation = await withLanguage(readConversation(kit, input), kit);
      const { outcomes } = await answerBricks(engine, kit, { keys }, conversation, { read, lexical: new Set() });
      for (const brick of bricks) {
        const outcome = outcomes.find(({ key }) => key === brick.key);
        answers.push({
          ...{ kit: name, line, key: brick.key, confidence: outcome?.confidence ?? 0 },
          isRead: outcome !== undefined && READ.has(outcome.basis),
          isRight: outcome !== undefined && isRight(brick, expected[brick.key] ?? null, outcome.value),
        });
      }
    }
  }
  return answers;
}
