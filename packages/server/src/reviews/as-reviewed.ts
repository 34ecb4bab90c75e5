/** Whole runs with reviewers' corrections: for `as=reviewed`, in exports and alone. */
import type { Scope } from '../core/scope.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import type { FullRun } from '../runs/run.ts';
import { reviewedOutput } from './corrections.ts';
import type { ReviewStore } from './store/review-store.ts';

export interface AsReviewed {
  kits: LoadContent;
  reviews: Pick<ReviewStore, 'currentOf'>;
}

export async function asReviewed<R extends FullRun>(deps: AsReviewed, scope: Scope, runs: readonly R[]): Promise<R[]> {
  const reviews = await deps.reviews.currentOf(
    scope,
    runs.filter(({ output }) => output !== undefined).map(({ runId }) => runId),
  );
  const seen: R[] = [];
  for (const run of runs) {
    const own = reviews.get(run.runId);
    const { output } = run;
    if (own === undefined || output === undefined) {
      seen.push(run);
      continue;
    }
    const content = await loadContent(deps.kits, scope.workspaceId, run.kitVersionId);
    seen.push({ ...run, output: reviewedOutput(content?.kit.bricks ?? [], output, own, content?.kit.language) });
  }
  return seen;
}
