/**
 * Which calls are asked, and in which order: at random, the same for the same seed. For a rare answer, calls whose words are similar to the
 * question's form a separate stratum and take every second position; each stratum is weighted by its size, so this does not bias the
 * estimate.
 */
import type { AskedQuestion } from '@brickwork/contract/plain-questions';
import { takeTurns } from '@brickwork/engine/core/take-turns';
import { wordVectors } from '@brickwork/engine/words/vectors/word-vectors';
import type { Scope } from '../core/scope.ts';
import { shuffled } from '../runs/find-all-runs.ts';
import type { GroupOfCalls, StratumOfCalls } from './question.ts';

export interface Call {
  runId: string;
  group: string | null;
}

export interface ChosenCalls {
  strata: StratumOfCalls[];
  groups: GroupOfCalls[];
  calls: (Call & { stratum: number })[];
}

/** The runs of `runIds` whose words match best, at most `most`. */
export type FindLikely = (
  scope: Scope,
  runIds: readonly string[],
  words: readonly string[],
  most: number,
) => Promise<string[]>;

/** At most this share of the calls is likely: with more, the stratum would not be selective. */
const LIKELY_SHARE = 0.2;

export async function chooseCalls(
  { findLikely }: { findLikely: FindLikely },
  scope: Scope,
  population: readonly Call[],
  {
    asked,
    seek,
    seed,
    runs,
    isGrouped,
  }: { asked: readonly AskedQuestion[]; seek: 'any' | 'rare'; seed: number; runs: number; isGrouped: boolean },
): Promise<ChosenCalls> {
  const words = seek === 'rare' ? await wordsNear(asked) : [];
  const likely = new Set(
    words.length === 0
      ? []
      : await findLikely(
          scope,
          population.map(({ runId }) => runId),
          words,
          Math.ceil(LIKELY_SHARE * population.length),
        ),
  );
  const isSplit = likely.size > 0 && likely.size < population.length;
  const parts = isSplit
    ? [population.filter(({ runId }) => likely.has(runId)), population.filter(({ runId }) => !likely.has(runId))]
    : [population];
  const names = isSplit ? (['likely', 'rest'] as const) : (['all'] as const);
  const inOrder = await Promise.all(parts.map((part) => shuffled(part, `${seed}/`)));
  return {
    strata: parts.map((part, stratum) => ({ name: names[stratum] ?? 'rest', population: part.length })),
    groups: isGrouped ? parts.flatMap(countGroups) : [],
    calls: inTurns(inOrder.map((part, stratum) => part.map((call) => ({ ...call, stratum })))).slice(0, runs),
  };
}

/** One of each in turn, as long as there are some: a sample that ends early has equally many of both. */
function inTurns<Item>(parts: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...parts.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat();
}

function countGroups(calls: readonly Call[], stratum: number): GroupOfCalls[] {
  const counts = new Map<string | null, number>();
  for (const { group } of calls) counts.set(group, (counts.get(group) ?? 0) + 1);
  return [...counts].map(([group, population]) => ({ stratum, group, population }));
}

const LEFT_OUT = new Set(
  'did does do was were is are has have had can could will would should may might any anybody anyone somebody someone customer caller agent call about mention mentions mentioned say says said ask asked tell told what which how who when where why many much long often with from that this there their they them been being into over than then before after during because other'.split(
    ' ',
  ),
);
const SHORTEST = 4;
/** Vectors of rarer words are not reliable. */
const FREQUENT = 30_000;
const NEAR = 0.6;
const MOST_NEAR = 6;

/** The words that the questions are about, and words with almost the same meaning. */
async function wordsNear(asked: readonly AskedQuestion[]): Promise<string[]> {
  const vectors = wordVectors();
  const turns = takeTurns();
  const telling = [
    ...new Set(asked.flatMap(({ question }) => (question.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter(isTelling))),
  ];
  const found = new Set(telling);
  for (const word of telling) {
    const row = vectors.rowOf(word);
    if (row < 0) continue;
    const near: { other: number; similarity: number }[] = [];
    for (let other = 0; other < FREQUENT; other += 1) {
      const similarity = vectors.similarity(row, other);
      if (similarity >= NEAR && other !== row) near.push({ other, similarity });
      if (other % 1_000 === 0 && turns.isOver()) await turns.pass();
    }
    near.sort((a, b) => b.similarity - a.similarity);
    for (const { other } of near.slice(0, MOST_NEAR)) {
      const spelled = vectors.wordAt(other);
      if (isTelling(spelled)) found.add(spelled);
    }
  }
  return [...found];
}

function isTelling(word: string): boolean {
  return /^[a-z0-9]+$/.test(word) && word.length >= SHORTEST && !LEFT_OUT.has(word);
}
