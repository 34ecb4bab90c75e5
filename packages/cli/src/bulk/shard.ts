/** Which rows of a source one process evaluates. Shards are ranges of rows, so the files of all shards in their order are what one process writes. */
import { UsageError } from '../usage-error.ts';

export interface Shard {
  /** From 0, as Kubernetes, Spark and Ray count. */
  index: number;
  count: number;
}

export interface ShardOptions {
  shard?: string;
  shards?: number;
}

const MOST_SHARDS = 99_999;

/** `--shard 2/8`, or `--shards 8` in a Kubernetes Job with `completionMode: Indexed`, which gives every pod its JOB_COMPLETION_INDEX. */
export function shardOf({ shard, shards }: ShardOptions, environment: NodeJS.ProcessEnv): Shard {
  if (shard !== undefined && shards !== undefined) throw new UsageError('Use --shard or --shards, not both.');
  if (shards !== undefined) return checked(Number(environment.JOB_COMPLETION_INDEX || Number.NaN), shards, MISSING);
  if (shard === undefined) return { index: 0, count: 1 };
  const [, index, count] = /^(\d{1,5})\/(\d{1,5})$/.exec(shard) ?? [];
  if (index === undefined) throw new UsageError('--shard must be i/n, such as 0/8 for the first of eight.');
  return checked(Number(index), Number(count));
}

const MISSING =
  '--shards takes the index from JOB_COMPLETION_INDEX, which is not a number. Elsewhere, name the shard: --shard 0/8.';

function checked(index: number, count: number, unreadable = ''): Shard {
  if (!Number.isInteger(index)) throw new UsageError(unreadable);
  if (count < 1 || count > MOST_SHARDS) throw new UsageError(`The number of shards must be from 1 to ${MOST_SHARDS}.`);
  if (index < 0 || index >= count)
    throw new UsageError(`Shards are counted from 0: use 0/${count} to ${count - 1}/${count}.`);
  return { index, count };
}

/** The rows of a shard: from the first up to, and without, the second. */
export function rowsOf({ index, count }: Shard, total: number): { from: number; to: number } {
  return { from: startOf(index, count, total), to: startOf(index + 1, count, total) };
}

/** In whole numbers at any size: the product would not be exact above 2^53. */
function startOf(index: number, count: number, total: number): number {
  return Number((BigInt(index) * BigInt(total)) / BigInt(count));
}

/** `00002-of-00008`: in the order of the rows when files are sorted by name. */
export function shardName({ index, count }: Shard): string {
  const digits = (number: number) => String(number).padStart(5, '0');
  return `${digits(index)}-of-${digits(count)}`;
}
