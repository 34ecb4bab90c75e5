/** Picks the answer among the candidates: clear form, said after its question, repeated by the other side. */
import { CANDIDATE } from '../weights/extracting.ts';
import type { Candidate } from './candidate.ts';

export interface Ranked {
  candidate: Candidate;
  anchoring: number;
  /** 1 when the other side says the same value. */
  echo: number;
  score: number;
}

export interface Choice {
  best: Ranked;
  /** All that may be the answer, in the order they were said. */
  ranked: readonly Ranked[];
  /** The best score among candidates of another value, 0 without any. */
  rival: number;
}

export function chooseCandidate(
  candidates: readonly Candidate[],
  anchoringOf: (candidate: Candidate) => number,
  echoes: ReadonlySet<string>,
): Choice | undefined {
  const counts = new Map<string, number>();
  for (const { value } of candidates) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranked: Ranked[] = [];
  for (const candidate of candidates) {
    const anchoring = anchoringOf(candidate);
    if (candidate.strength < CANDIDATE.clearStrength && anchoring < CANDIDATE.clearAnchoring) continue;
    const echo = echoes.has(candidate.value) ? 1 : 0;
    const repeats = Math.min(CANDIDATE.mostRepeats, (counts.get(candidate.value) ?? 1) - 1);
    const score =
      candidate.strength + CANDIDATE.anchor * anchoring + CANDIDATE.echo * echo + CANDIDATE.repeat * repeats;
    ranked.push({ candidate, anchoring, echo, score });
  }
  let best: Ranked | undefined;
  for (const entry of ranked) if (best === undefined || entry.score > best.score + 1e-9) best = entry;
  if (best === undefined) return undefined;
  let rival = 0;
  for (const entry of ranked) if (entry.candidate.value !== best.candidate.value) rival = Math.max(rival, entry.score);
  return { best, ranked, rival };
}
