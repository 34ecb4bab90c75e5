/** Builds a golden set from people's judgements of a question across calls. */
import { ServiceError } from '@brickwork/engine/core/service-error';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { type Principal, requirePermission } from '../access/principal.ts';
import type { Scope } from '../core/scope.ts';
import { collectLines, type FromQuestion, invalidSet, MOST_BYTES, type NewLines } from './read-golden-set.ts';
import type { GoldenStore } from './store/golden-store.ts';

export interface JudgedCalls {
  question: string;
  /** Whether a brick asks the same question. */
  isSame(brick: { type: string; question?: string | undefined }): boolean;
  calls: readonly { runId: string; isYes: boolean }[];
}

/** Undefined: there is no such question. */
export type JudgedCallsOf = (scope: Scope, question: FromQuestion) => Promise<JudgedCalls | undefined>;

export async function fromJudgements(
  { golden, judgedCalls }: { golden: Pick<GoldenStore, 'reviewedRuns'>; judgedCalls: JudgedCallsOf },
  principal: Principal,
  kit: Kit,
  kitId: string,
  from: FromQuestion,
): Promise<NewLines> {
  requirePermission(principal, 'runs:read_input');
  const judged = await judgedCalls(principal, from);
  if (judged === undefined) throw new ServiceError('not_found', { detail: 'There is no such question.' });
  const brick = kit.bricks.find((each) => judged.isSame(each));
  if (brick === undefined)
    throw invalidSet(`No yes/no brick of the newest version asks “${judged.question}”. Push a draft with it first.`);
  const isYes = new Map(judged.calls.map((call) => [call.runId, call.isYes]));
  const runs = await golden.reviewedRuns(
    principal,
    kitId,
    { runIds: [...isYes.keys()] },
    { lines: isYes.size, bytes: MOST_BYTES },
  );
  if (runs === 'too_large') throw invalidSet(`The judged calls have more than ${MOST_BYTES} bytes together.`);
  const collector = collectLines();
  const turns = takeTurns();
  for (const { runId, externalId, input } of runs) {
    const expected = { [brick.key]: isYes.get(runId) === true };
    collector.add({ external_id: externalId, input: JSON.parse(input) as Record<string, unknown>, expected }, runId);
    if (turns.isOver()) await turns.pass();
  }
  const set = collector.end();
  if (set.lines.length === 0) throw invalidSet('No call of this kit was judged, or their conversations were deleted.');
  return set;
}
