/** Golden sets and evaluations over HTTP. */
import { Readable } from 'node:stream';
import { evaluationsApi, goldenSetsApi } from '@brickwork/contract';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { addGoldenRuns } from '../../golden/add-runs.ts';
import type { GoldenSet, KitEvaluation } from '../../golden/golden-set.ts';
import {
  cancelEvaluation,
  compareEvaluations,
  estimateEvaluation,
  getEvaluation,
  type ManageEvaluations,
  startEvaluation,
} from '../../golden/manage-evaluations.ts';
import { type PutGoldenSets, requireSet } from '../../golden/manage-golden-sets.ts';
import { deleteGoldenSet, replaceGoldenSet } from '../../golden/publish-gate.ts';
import type { LinePage } from '../../golden/store/golden-sets.ts';
import { getKit } from '../../kits/manage-kits.ts';
import { ok, type Route, route } from '../route.ts';

const MOST_EVALUATIONS = 100;

export function goldenRoutes(deps: ManageEvaluations & PutGoldenSets): Route[] {
  return [...setRoutes(deps), ...evaluationRoutes(deps)];
}

function setRoutes(deps: ManageEvaluations & PutGoldenSets): Route[] {
  const kitIdOf = async (workspaceId: string, kit: string) => (await getKit(deps.kits, workspaceId, kit)).kitId;
  return [
    route(goldenSetsApi.listGoldenSets, async ({ principal, params }) => {
      const sets = await deps.golden.listSets(principal, await kitIdOf(principal.workspaceId, params.kitId));
      return ok({ data: sets.map(toSetWire) });
    }),
    route(goldenSetsApi.putGoldenSet, async ({ principal, params, bytes }) =>
      ok(toSetWire(await replaceGoldenSet(deps, principal, params.kitId, params.name, bytes))),
    ),
    route(goldenSetsApi.addGoldenRuns, async ({ principal, params, body }) => {
      const chosen = { runIds: body.run_ids, unreviewed: body.unreviewed };
      const { set, added, replaced, leftOut } = await addGoldenRuns(deps, principal, params.kitId, params.name, chosen);
      return ok({ ...toSetWire(set), added, replaced, left_out: leftOut });
    }),
    route(goldenSetsApi.getGoldenSet, async ({ principal, params }) => {
      const { workspaceId } = principal;
      const kitId = await kitIdOf(workspaceId, params.kitId);
      const { setId } = await requireSet(deps, principal, kitId, params.name);
      const page = (after: number) => deps.golden.pageOfLines(workspaceId, setId, after);
      return ok(Readable.from(jsonLines(page)), { 'content-type': 'application/x-ndjson; charset=utf-8' });
    }),
    route(goldenSetsApi.deleteGoldenSet, async ({ principal, params }) => {
      await deleteGoldenSet(deps, principal, params.kitId, params.name);
      return ok({ name: params.name, deleted: true });
    }),
  ];
}

function evaluationRoutes(deps: ManageEvaluations): Route[] {
  return [
    route(evaluationsApi.createEvaluation, async ({ principal, params, body }) => {
      const request = { set: body.set, version: body.version, engine: body.engine };
      if (body.dry_run) {
        const { lines, inputTokens, microCredits } = await estimateEvaluation(deps, principal, params.kitId, request);
        return ok({ lines, input_tokens: inputTokens, credits: microCredits / 1_000_000 });
      }
      return { status: 202, body: toEvaluationWire(await startEvaluation(deps, principal, params.kitId, request)) };
    }),
    route(evaluationsApi.listEvaluations, async ({ principal, params }) => {
      const { kitId } = await getKit(deps.kits, principal.workspaceId, params.kitId);
      const found = await deps.golden.listEvaluations(principal, kitId, MOST_EVALUATIONS);
      return ok({ data: found.map(toEvaluationWire) });
    }),
    route(evaluationsApi.getEvaluation, async ({ principal, params, query }) => {
      const evaluation = await getEvaluation(deps, principal, params.evaluationId);
      if (query.against === undefined) return ok(toEvaluationWire(evaluation));
      const against = await compareEvaluations(deps, principal, evaluation, query.against);
      return ok({ ...toEvaluationWire(evaluation), against });
    }),
    route(evaluationsApi.cancelEvaluation, async ({ principal, params }) =>
      ok(toEvaluationWire(await cancelEvaluation(deps, principal, params.evaluationId))),
    ),
  ];
}

/** Page by page: a set may have 20 MB. */
async function* jsonLines(pageAfter: (number: number) => Promise<LinePage>): AsyncGenerator<string> {
  const turns = takeTurns();
  for (let page = await pageAfter(0); page.last !== undefined; page = await pageAfter(page.last))
    for (const { external_id, input, expected } of page.lines) {
      yield `${JSON.stringify({ external_id, input, expected })}\n`;
      if (turns.isOver()) await turns.pass();
    }
}

function toSetWire({ kitId, name, hash, lines, bytes, createdAt }: GoldenSet) {
  return { kit_id: kitId, name, hash, lines, bytes, created_at: createdAt.toISOString() };
}

function toEvaluationWire(evaluation: KitEvaluation) {
  return {
    evaluation_id: evaluation.evaluationId,
    kit_id: evaluation.kitId,
    kit_version_id: evaluation.kitVersionId,
    kit_version: evaluation.kitVersion,
    set: { name: evaluation.setName, hash: evaluation.setHash },
    engine: evaluation.engine,
    status: evaluation.status,
    done: evaluation.done,
    total: evaluation.total,
    credits: evaluation.microCredits / 1_000_000,
    created_at: evaluation.createdAt.toISOString(),
    completed_at: evaluation.completedAt?.toISOString(),
    error: evaluation.error,
    report: evaluation.report,
  };
}
