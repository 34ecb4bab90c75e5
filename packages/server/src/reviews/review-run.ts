/** Reviewing a run: verdicts are checked against the kit that gave the answers, and either all are stored or none. The run itself never changes. */
import type { BrickDocument, BrickOutput, BrickValue, Verdict } from '@brickwork/contract';
import { brickType } from '@brickwork/engine/bricks/brick-types';
import { isScore } from '@brickwork/engine/bricks/numeric/is-score';
import { referencesOf } from '@brickwork/engine/bricks/references';
import { ServiceError } from '@brickwork/engine/core/service-error';
import type { Principal } from '../access/principal.ts';
import type { Clock } from '../core/clock.ts';
import { type LoadContent, loadContent } from '../kits/resolve-kit.ts';
import { getRun } from '../runs/read-runs.ts';
import { type FullRun, isTerminal, type RunOutput } from '../runs/run.ts';
import type { RunStore } from '../runs/store/run-store.ts';
import type { Review } from './review.ts';
import type { ReviewLine } from './store/add-reviews.ts';
import type { ReviewStore } from './store/review-store.ts';

export interface ReviewRun {
  runs: Pick<RunStore, 'find'>;
  kits: LoadContent;
  reviews: Pick<ReviewStore, 'add'>;
  clock: Clock;
}

export interface NewReview {
  brick: string;
  verdict: Verdict;
  value?: BrickValue | undefined;
  note?: string | undefined;
}

export interface ReviewRequest {
  reviews: readonly NewReview[];
  reviewer: string | undefined;
  /** The reviewer as an export names them. */
  importedFrom?: string | undefined;
}

export async function reviewRun(
  deps: ReviewRun,
  principal: Principal,
  runId: string,
  { reviews, reviewer, importedFrom }: ReviewRequest,
): Promise<Review[]> {
  const { run, bricks, lines } = await readReview(deps, principal, runId, reviews);
  const stored = await deps.reviews.add(principal, {
    run,
    bricks,
    ...reviewerAs(principal, reviewer, importedFrom),
    lines,
    now: deps.clock.now(),
  });
  if (stored === 'no_output') throw noOutput();
  return stored;
}

/** Checked against the kit that gave the answers. */
export async function readReview(
  deps: Pick<ReviewRun, 'runs' | 'kits'>,
  principal: Principal,
  runId: string,
  reviews: readonly NewReview[],
): Promise<{ run: FullRun & { output: RunOutput }; bricks: readonly BrickDocument[]; lines: ReviewLine[] }> {
  const run = await getRun({ store: deps.runs }, principal, runId);
  if (!isTerminal(run.status))
    throw new ServiceError('run_not_completed', { detail: `The run is ${run.status}.`, retryAfterSeconds: 1 });
  const { output } = run;
  if (output === undefined) throw noOutput();
  const content = await loadContent(deps.kits, principal.workspaceId, run.kitVersionId);
  if (content === undefined) throw new ServiceError('kit_not_found');
  const { bricks } = content.kit;
  return { run: { ...run, output }, bricks, lines: toLines(bricks, output.bricks, reviews) };
}

/** A name counts only within its key: nobody can act for the holder of another key. A person is one reviewer, in all sessions. */
export function reviewerOf({ actor }: Principal, name: string | undefined): string {
  if (name !== undefined && actor.kind === 'person')
    throw new ServiceError('invalid_parameter', {
      detail: 'reviewer: is for keys that serve several people. You review under your own name.',
    });
  return name === undefined ? actor.id : `${actor.id}/${name}`;
}

const IMPORT = 'import/';

/**
 * Imported reviews of a person count as one reviewer, however often and by whomever they are imported, and are ignored if that reviewer's
 * own verdict exists here.
 */
function reviewerAs(
  principal: Principal,
  name: string | undefined,
  importedFrom: string | undefined,
): { reviewer: string; reviewerName?: string; original?: string } {
  if (importedFrom === undefined)
    return { reviewer: reviewerOf(principal, name), reviewerName: name ?? principal.actor.name };
  if (name !== undefined)
    throw new ServiceError('invalid_parameter', { detail: 'imported_from: cannot be combined with reviewer.' });
  const original = importedFrom.startsWith(IMPORT) ? importedFrom.slice(IMPORT.length) : importedFrom;
  return { reviewer: `${IMPORT}${original}`, original };
}

function noOutput(): ServiceError {
  return new ServiceError('conflict', {
    detail: 'The run has no answers to review: it did not succeed, or its contents were erased.',
  });
}

function toLines(
  bricks: readonly BrickDocument[],
  output: Readonly<Record<string, BrickOutput>>,
  reviews: readonly NewReview[],
): ReviewLine[] {
  const seen = new Set<string>();
  return reviews.map(({ brick: key, verdict, value, note }) => {
    const brick = bricks.find((candidate) => candidate.key === key);
    const answer = Object.hasOwn(output, key) ? output[key] : undefined;
    if (brick === undefined || answer === undefined) throw invalid(key, 'is not an answer of the run');
    if (seen.has(key)) throw invalid(key, 'is reviewed twice in one request');
    seen.add(key);
    if (value !== undefined && verdict === 'wrong') requirePossible(brick, value);
    const fault = faultOf(brick, answer.value, verdict, value);
    if (fault !== undefined) throw invalid(key, fault);
    return { brick: key, verdict, value, note, answer: answer.value, confidence: answer.confidence };
  });
}

function faultOf(
  brick: BrickDocument,
  answer: BrickValue,
  verdict: Verdict,
  value: BrickValue | undefined,
): string | undefined {
  if (value === undefined) return undefined;
  if (verdict !== 'wrong') return `has a value, which is only allowed with the verdict wrong, not with ${verdict}`;
  const isSame = answer === null || value === null ? answer === value : brickType(brick).isRight(brick, value, answer);
  return isSame ? 'has the verdict wrong, but its value is the answer that was given' : undefined;
}

/** A value that the brick can never have is a mistake in the request, whatever the run says. */
function requirePossible(brick: BrickDocument, value: BrickValue): void {
  const fault = isScore(brick)
    ? `is computed from other answers. Correct ${listOf(referencesOf(brick))} instead`
    : brickType(brick).valueFault(brick, value);
  if (fault === undefined) return;
  throw new ServiceError('invalid_parameter', {
    detail: `${brick.key}${isScore(brick) ? ' ' : ': the value '}${fault}.`,
  });
}

const MOST_NAMED = 5;

function listOf(keys: readonly string[]): string {
  const named = keys.slice(0, MOST_NAMED).join(', ');
  return keys.length > MOST_NAMED ? `${named} or others` : named;
}

function invalid(key: string, fault: string): ServiceError {
  return new ServiceError('review_invalid', { detail: `${key} ${fault}.` });
}
