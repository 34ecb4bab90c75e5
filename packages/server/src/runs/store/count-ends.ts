/**
 * Adds ended runs to the sums of their workspace: the day's usage and the storage; and queues their answers for counting. One
 * statement, the last of the transaction that ends them, so that shared rows are locked only for the commit. It sends the messages too.
 */
import { decodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';
import { type Columns, givenRows, namesOf } from '../../database/given-rows.ts';
import { tellNodes } from '../../database/notifications.ts';
import { laneOf } from '../../queue/lane.ts';
import type { RunEnd } from '../run.ts';
import { type EndedAnswers, waitSql } from './answers/record-answers.ts';
import { isFollowed } from './follow-runs.ts';
import type { EndedRow } from './store-results.ts';
import { addStoredSql } from './stored-runs.ts';

/** An ended run, and the row of its result. */
export interface Ended {
  end: RunEnd;
  row: EndedRow;
}

/** The parts of it that are counted. */
interface CountedEnd {
  end: Pick<
    RunEnd,
    'workspaceId' | 'environment' | 'type' | 'kitId' | 'kitCode' | 'status' | 'completedAt' | 'output' | 'usage'
  >;
  row: Pick<EndedRow, 'workspace_id' | 'environment' | 'duration_ms' | 'input_bytes'>;
}

/** One line of `usage_daily`, as it is added to the day's sums. */
interface UsageLine {
  end: CountedEnd['end'];
  sums: Readonly<Record<string, number>>;
}

const USAGE_KEY: Columns<UsageLine> = {
  workspace_id: ['uuid', ({ end }) => decodeId('ws', end.workspaceId)],
  environment: ['text', ({ end }) => end.environment],
  day: ['date', ({ end }) => dayOf(end)],
  kit_id: ['uuid', ({ end }) => end.kitId],
};

/** What each run adds to its line. */
const USAGE_SUMS: Readonly<Record<string, (end: CountedEnd['end'], durationMs: number) => number>> = {
  succeeded: ({ status }) => Number(status === 'succeeded'),
  failed: ({ status }) => Number(status === 'failed'),
  cancelled: ({ status }) => Number(status === 'cancelled'),
  duration_ms: (_, durationMs) => durationMs,
  calls: ({ usage }) => usage.calls,
  input_tokens: ({ usage }) => usage.inputTokens,
  cached_input_tokens: ({ usage }) => usage.cachedInputTokens,
  output_tokens: ({ usage }) => usage.outputTokens,
  micro_credits: ({ usage }) => usage.microCredits,
};

const USAGE_COLUMNS: Columns<UsageLine> = {
  ...USAGE_KEY,
  kit_code: ['text', ({ end }) => end.kitCode],
  ...Object.fromEntries(
    Object.keys(USAGE_SUMS).map((name) => [name, ['bigint', ({ sums }: UsageLine) => sums[name] ?? 0]] as const),
  ),
};

const USAGE = givenRows(USAGE_COLUMNS);

interface CountText {
  /** The lines of `usage_daily`. */
  given: string;
  messages: string;
  stored: string;
  waiting: string;
  followed: string;
}

/** Ordered by key, so that two transactions cannot deadlock. */
const countText = ({ given, messages, stored, waiting, followed }: CountText) => `
  WITH ${given},
  counted AS (
    INSERT INTO usage_daily AS u (${namesOf(USAGE_COLUMNS)})
    SELECT ${namesOf(USAGE_COLUMNS)} FROM given WHERE workspace_id IS NOT NULL ORDER BY ${namesOf(USAGE_KEY)}
    ON CONFLICT (${namesOf(USAGE_KEY)}) DO UPDATE SET ${Object.keys(USAGE_SUMS)
      .map((name) => `${name} = u.${name} + excluded.${name}`)
      .join(', ')}
  ), stored AS (
    ${stored}
  ), waiting AS (
    ${waiting}
  )
  SELECT ${tellNodes('message')}, ${followed} AS followed FROM unnest(${messages}) AS message`;

/** Returns whether a shadow follows some of the runs. */
export async function countEnds(
  tx: Queryable,
  {
    ended,
    answers,
    messages,
  }: { ended: readonly CountedEnd[]; answers: readonly EndedAnswers[]; messages: readonly string[] },
): Promise<boolean> {
  const given = USAGE.of(usageLines(ended));
  const parameters: unknown[] = [...given.values];
  const parameter = (value: unknown) => `$${parameters.push(value)}`;
  const told = parameter(messages);
  const lines = storedLines(ended);
  const stored = {
    workspaces: parameter(lines.map(({ workspaceId }) => workspaceId)),
    environments: parameter(lines.map(({ environment }) => environment)),
    runs: parameter(lines.map(({ runs }) => runs)),
    bytes: parameter(lines.map(({ bytes }) => bytes)),
  };
  const waiting = {
    workspaces: parameter(answers.map(({ workspaceId }) => workspaceId)),
    environments: parameter(answers.map(({ environment }) => environment)),
    runs: parameter(answers.map(({ runs }) => runs)),
  };
  const text = countText({
    given: given.sql,
    messages: `${told}::text[]`,
    stored: addStoredSql(stored),
    waiting: waitSql(waiting),
    followed: isFollowed(waiting),
  });
  const { rows } = await tx.query<{ followed: boolean }>({ name: `count_and_tell_${given.size}`, text }, parameters);
  return rows.some(({ followed }) => followed);
}

/** Runs that end together are usually of one kit: they share a line. Sandbox runs are counted separately. */
function usageLines(ended: readonly CountedEnd[]): UsageLine[] {
  const lines = new Map<string, UsageLine>();
  for (const { end, row } of ended) {
    if (end.type === 'sandbox') continue;
    const key = `${laneOf(end)}/${dayOf(end)}/${end.kitId}`;
    const sums: Record<string, number> = { ...lines.get(key)?.sums };
    for (const [name, sumOf] of Object.entries(USAGE_SUMS))
      sums[name] = (sums[name] ?? 0) + sumOf(end, row.duration_ms);
    lines.set(key, { end, sums });
  }
  return [...lines.values()];
}

interface StoredLine {
  workspaceId: string;
  environment: string;
  runs: number;
  bytes: number;
}

function storedLines(ended: readonly CountedEnd[]): StoredLine[] {
  const lines = new Map<string, StoredLine>();
  for (const { end, row } of ended) {
    const lane = laneOf(end);
    const { runs, bytes } = lines.get(lane) ?? { runs: 0, bytes: 0 };
    lines.set(lane, {
      workspaceId: row.workspace_id,
      environment: row.environment,
      runs: runs + 1,
      bytes: bytes + (row.input_bytes ?? 0) + Buffer.byteLength(end.output ?? ''),
    });
  }
  return [...lines.values()];
}

function dayOf({ completedAt }: CountedEnd['end']): string {
  return completedAt.toISOString().slice(0, 10);
}
