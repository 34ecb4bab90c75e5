/**
 * A run's answers with reviewers' corrections and their consequences. Conditions,
 * applicability, failure and scores are computed as in a run, from the answers after correction; answers that depend
 * on no corrected one stay exactly as given.
 *
 * A correction replaces the answer of a brick. Whether the question applies is still decided by its condition, so the correction of a brick
 * that does not apply counts once its condition holds. A question that was not asked, and applies after the correction, has no sure answer.
 */
import type { Applicability, BrickDocument, BrickOutput, BrickValue } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isScore } from '../bricks/numeric/is-score.ts';
import { referencesOf } from '../bricks/references.ts';
import { type Wording, wordingIn } from '../core/wording.ts';
import { computeScore } from '../scorecard/compute-score.ts';
import { abstain, exclusionOf } from '../scorecard/score-board.ts';
import { toBrickOutput } from './to-brick-outputs.ts';

/** The right value; `abstained` if nobody gave it. */
export interface Correction {
  value: BrickValue;
  applicability?: Applicability;
}

type Outputs = Readonly<Record<string, BrickOutput>>;

/** In the order of the kit. Bricks that differ from the original describe the difference in `reviewed`. Reasons are in the kit's `language`. */
export function applyCorrections(
  bricks: readonly BrickDocument[],
  given: Outputs,
  corrections: ReadonlyMap<string, Correction>,
  language?: string,
): Record<string, BrickOutput> {
  if (corrections.size === 0) return { ...given };
  const settled = settle({ bricks, wording: wordingIn(language) }, given, corrections);
  const known = new Set(bricks.map(({ key }) => key));
  // Answers of a kit that no longer exists are corrected one by one.
  const loose = Object.entries(given).filter(([key]) => !known.has(key));
  return Object.fromEntries([
    ...bricks.flatMap((brick) => {
      const output = settled.get(brick.key);
      return output === undefined ? [] : [[brick.key, output] as const];
    }),
    ...loose.map(([key, output]): [string, BrickOutput] => {
      const correction = corrections.get(key);
      return [key, correction === undefined ? output : { ...correction, reviewed: 'corrected' }];
    }),
  ]);
}

/**
 * Answers that were given elsewhere, checked against the kit: conditions, abstentions and scores as in a run. `recomputed` lists those that
 * differ from the given ones; `unasked` those that were said not to apply, although they do: their answer is unknown.
 */
export function holdToKit(
  bricks: readonly BrickDocument[],
  given: Outputs,
  language?: string,
): { outputs: Record<string, BrickOutput>; recomputed: string[]; unasked: string[] } {
  const kit = { bricks, wording: wordingIn(language) };
  const settled = settle(kit, given, new Map(), new Set(bricks.map(({ key }) => key)));
  const outputs: Record<string, BrickOutput> = {};
  const recomputed: string[] = [];
  const unasked: string[] = [];
  for (const { key } of bricks) {
    const now = settled.get(key);
    if (now === undefined) continue;
    const before = given[key];
    const { reviewed, ...output } = now;
    if (before?.applicability === 'not_applicable' && output.applicability !== 'not_applicable') unasked.push(key);
    if (reviewed === 'recomputed') recomputed.push(key);
    outputs[key] = reviewed === undefined && before !== undefined ? before : output;
  }
  return { outputs, recomputed, unasked };
}

interface WordedBricks {
  bricks: readonly BrickDocument[];
  wording: Wording;
}

function settle(
  { bricks, wording }: WordedBricks,
  given: Outputs,
  corrections: ReadonlyMap<string, Correction>,
  affected = affectedBy(bricks, corrections),
): Map<string, BrickOutput> {
  const byKey = new Map(bricks.map((brick) => [brick.key, brick]));
  const outcomes = new Map<string, BrickOutcome>();
  const outputs = new Map<string, BrickOutput>();
  const visited = new Set<string>();
  const visit = (brick: BrickDocument): void => {
    if (visited.has(brick.key)) return;
    visited.add(brick.key);
    for (const key of referencesOf(brick)) {
      const other = byKey.get(key);
      if (other !== undefined) visit(other);
    }
    const before = Object.hasOwn(given, brick.key) ? given[brick.key] : undefined;
    const correction = corrections.get(brick.key);
    const now = affected.has(brick.key)
      ? settleBrick(brick, { bricks, wording, outcomes, before, correction })
      : before && { outcome: toOutcome(brick.key, before), output: before };
    if (now === undefined) return;
    outcomes.set(brick.key, now.outcome);
    outputs.set(brick.key, now.output);
  };
  for (const brick of bricks) visit(brick);
  return outputs;
}

/** The corrected bricks and all that refer to them, directly or through others. */
function affectedBy(bricks: readonly BrickDocument[], corrections: ReadonlyMap<string, Correction>): Set<string> {
  const affected = new Set(corrections.keys());
  for (let isGrowing = true; isGrowing; ) {
    const more = bricks.filter(
      (brick) => !affected.has(brick.key) && referencesOf(brick).some((key) => affected.has(key)),
    );
    for (const { key } of more) affected.add(key);
    isGrowing = more.length > 0;
  }
  return affected;
}

interface Settling extends WordedBricks {
  outcomes: ReadonlyMap<string, BrickOutcome>;
  before: BrickOutput | undefined;
  correction: Correction | undefined;
}

interface Settled {
  outcome: BrickOutcome;
  output: BrickOutput;
}

function settleBrick(brick: BrickDocument, settling: Settling): Settled | undefined {
  const { bricks, wording, outcomes, before, correction } = settling;
  if (correction?.applicability === 'not_applicable') return corrected(brick, correction, wording);
  const excluded = exclusionOf(brick, bricks, outcomes, wording);
  if (excluded !== undefined) return computed(brick, excluded, before);
  // A score is always computed from its parts; it cannot be corrected itself.
  if (isScore(brick)) return computed(brick, abstain(brick, computeScore(brick, bricks, outcomes, wording)), before);
  if (correction !== undefined) return corrected(brick, correction, wording);
  if (before === undefined) return undefined;
  if (before.applicability === 'not_applicable') return computed(brick, notAsked(brick.key, wording), before);
  const outcome = toOutcome(brick.key, before);
  const sure = abstain(brick, outcome);
  return sure === outcome ? { outcome, output: before } : computed(brick, sure, before);
}

/** Computations treat a correction as certain; the corrected answer itself has no confidence. */
function corrected(brick: BrickDocument, correction: Correction, wording: Wording): Settled {
  const reason = wording.say('corrected');
  const outcome: BrickOutcome = { key: brick.key, ...correction, confidence: 1, basis: 'read', reason, evidence: [] };
  const { confidence: _confidence, basis: _basis, ...output } = toBrickOutput(brick, outcome);
  return { outcome, output: { ...output, reviewed: 'corrected' } };
}

function computed(brick: BrickDocument, outcome: BrickOutcome, before: BrickOutput | undefined): Settled {
  const output = toBrickOutput(brick, outcome, { includeSpans: true });
  const isSame =
    before !== undefined &&
    output.applicability === before.applicability &&
    JSON.stringify(output.value) === JSON.stringify(before.value);
  return { outcome, output: isSame ? output : { ...output, reviewed: 'recomputed' } };
}

function notAsked(key: string, wording: Wording): BrickOutcome {
  const reason = wording.say('not asked');
  return { key, value: null, applicability: 'abstained', confidence: 0, basis: 'condition', reason, evidence: [] };
}

/** If the kit returns no confidence, an answer counts as certain. */
function toOutcome(key: string, output: BrickOutput): BrickOutcome {
  const { value, applicability, confidence = 1, basis = 'read', reason = '', evidence_spans = [] } = output;
  return {
    key,
    value,
    ...(applicability !== undefined && { applicability }),
    ...{ confidence, basis, reason },
    evidence: evidence_spans,
  };
}
