/** Reviews from a file of JSON lines, such as an export: grouped by run and reviewer, because each request is stored whole or not at all. */
import { type BrickworkClient, isApiError, type NewReview } from '@brickwork/client';
import { readLines } from '../batch/read-lines.ts';
import { UsageError } from '../usage-error.ts';

interface Line extends NewReview {
  run_id: string;
  reviewer?: string;
  superseded?: boolean;
}

export interface Imported {
  imported: number;
  runs: number;
  refused: { run_id: string; error: string }[];
}

export async function importReviews(client: BrickworkClient, file: string, signal: AbortSignal): Promise<Imported> {
  const groups = new Map<string, { runId: string; reviewer: string | undefined; reviews: Map<string, NewReview> }>();
  let number = 0;
  for await (const text of readLines(file)) {
    number += 1;
    if (text.trim() === '') continue;
    const line = parseLine(text, number);
    if (line.superseded === true) continue;
    const key = `${line.run_id} ${line.reviewer ?? ''}`;
    const group = groups.get(key) ?? { runId: line.run_id, reviewer: line.reviewer, reviews: new Map() };
    const { brick, verdict, value, note } = line;
    group.reviews.set(brick, { brick, verdict, value, note });
    groups.set(key, group);
  }
  const result: Imported = { imported: 0, runs: 0, refused: [] };
  const runs = new Set<string>();
  for (const { runId, reviewer, reviews } of groups.values()) {
    try {
      result.imported += (
        await client.reviews.add(runId, [...reviews.values()], { ...whose(reviewer), signal })
      ).length;
      runs.add(runId);
    } catch (error) {
      if (!isApiError(error) || ![400, 404, 409, 422].includes(error.status)) throw error;
      result.refused.push({ run_id: runId, error: error.message });
    }
  }
  return { ...result, runs: runs.size };
}

function parseLine(text: string, number: number): Line {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`Line ${number} is not JSON. Nothing was imported.`);
  }
  if (!isLine(value)) throw new UsageError(`Line ${number} needs run_id, brick and verdict. Nothing was imported.`);
  return value;
}

function isLine(value: unknown): value is Line {
  const { run_id, brick, verdict } = (value ?? {}) as Record<string, unknown>;
  return [run_id, brick, verdict].every((part) => typeof part === 'string');
}

/**
 * An export names reviewers with the key that they had. They keep that identity, so that importing twice, or into the server that the export is
 * of, makes nobody a second reviewer. A plain name is one that the importing key speaks for.
 */
function whose(reviewer: string | undefined): { reviewer?: string; importedFrom?: string } {
  if (reviewer === undefined) return {};
  return /^(?:import\/)?key_/.test(reviewer) ? { importedFrom: reviewer } : { reviewer };
}
