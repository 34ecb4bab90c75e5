import { seededRandom } from '../support/seeded-random.ts';

export interface Share {
  part: number;
  of: number;
}

const DRAWS = 2_000;

/** The share of all, and where 95 of 100 draws of as many calls lie. */
export function withInterval(calls: readonly Share[]): [share: number, low: number, high: number] {
  const { next } = seededRandom(1);
  const drawn = Array.from({ length: DRAWS }, () => shareOf(calls.map(() => calls[Math.floor(next() * calls.length)])));
  drawn.sort((one, other) => one - other);
  return [shareOf(calls), drawn[Math.floor(DRAWS * 0.025)] ?? 0, drawn[Math.floor(DRAWS * 0.975)] ?? 0];
}

function shareOf(calls: readonly (Share | undefined)[]): number {
  const of = calls.reduce((sum, call) => sum + (call?.of ?? 0), 0);
  return calls.reduce((sum, call) => sum + (call?.part ?? 0), 0) / Math.max(1, of);
}
