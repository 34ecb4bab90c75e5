/**
 * A sample of a room's changes, for a score in minutes. It is a plugin of the mutation tool: one that is asked which changes compile. Those
 * outside the sample are said not to, and so are neither run nor counted.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { shareInterval } from '../../packages/contract/src/figures/share-interval.ts';

interface Change {
  id: string;
  fileName: string;
  location: { start: { line: number; column: number } };
  mutatorName: string;
  replacement?: string | undefined;
}

export interface Sample {
  size: number;
  seed: string;
}

/** What tells a change from all others, as long as the source stays as it is. */
export function nameOf({ fileName, location: { start }, mutatorName, replacement = '' }: Change): string {
  return `${relative('.', fileName)}:${start.line}:${start.column} ${mutatorName} ${replacement}`;
}

/** Every n-th change in the order of the source, from one that the seed chooses: each file has its share, each change the same chance. */
export function chosen(changes: readonly Change[], { size, seed }: Sample): Set<string> {
  const inOrder = changes.toSorted(
    (a, b) =>
      compare(a.fileName, b.fileName) ||
      a.location.start.line - b.location.start.line ||
      a.location.start.column - b.location.start.column ||
      Number(a.id) - Number(b.id),
  );
  if (inOrder.length <= size) return new Set(inOrder.map(({ id }) => id));
  const step = inOrder.length / size;
  const first = (createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32) * step;
  const ids = Array.from({ length: size }, (_, index) => inOrder[Math.floor(first + index * step)]?.id);
  return new Set(ids.filter((id) => id !== undefined));
}

/** The tool counts lines from 0 when it asks, and from 1 in its results. */
function named(changes: readonly Change[], names: readonly string[]): Set<string> {
  const inResults = changes.map(({ location: { start }, ...change }) => ({
    ...change,
    location: { start: { line: start.line + 1, column: start.column + 1 } },
  }));
  return new Set(inResults.filter((change) => names.includes(nameOf(change))).map(({ id }) => id));
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

export const isMissed = (status: string): boolean => status === 'Survived' || status === 'NoCoverage';

/** The score in words, with Wilson's interval; what was neither noticed nor missed is not counted. */
export function scoreLine(statuses: readonly string[]): string {
  const noticed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  const tried = noticed + statuses.filter(isMissed).length;
  const interval = shareInterval(noticed, tried);
  if (interval === undefined) return 'nothing was tried';
  const percent = (share: number) => (100 * share).toFixed(0);
  return `${noticed} of ${tried} changes noticed: ${percent(noticed / tried)} % (95 % interval ${percent(interval.low)} to ${percent(interval.high)})`;
}

/** What the tool asks of a plugin that checks changes. They are checked all at once: a sample is chosen from the whole. */
function sampleChecker({ sample }: { sample: Sample | { only: readonly string[] } }) {
  const outside = { status: 'compileError', reason: 'not in the sample' };
  return {
    async init() {},
    group: async (changes: Change[]) => [changes.map(({ id }) => id)],
    async check(changes: Change[]) {
      const inSample = 'only' in sample ? named(changes, sample.only) : chosen(changes, sample);
      return Object.fromEntries(changes.map(({ id }) => [id, inSample.has(id) ? { status: 'passed' } : outside]));
    },
  };
}
sampleChecker.inject = ['options'] as const;

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', factory: sampleChecker }];
export const strykerValidationSchema = { properties: { sample: { type: 'object' } } };
