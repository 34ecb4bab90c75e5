/** What the service would read conversations as; many at a time. */
import { ApiError } from '../api-error.ts';
import type { Pause } from '../pause.ts';
import type { BrickworkClient } from '../resources.ts';
import type { ReadConversation } from '../wire/conversations.ts';
import { patiently } from './patiently.ts';
import type { ImportSettings } from './prepare-run.ts';
import type { Probe, Reading } from './split-json.ts';

interface Given {
  input: Record<string, unknown>;
  metadata?: Record<string, string> | undefined;
}

export type Read = (given: readonly Given[], signal?: AbortSignal) => Promise<ReadConversation[]>;

export function createRead(client: BrickworkClient, { kit, type }: ImportSettings, pause: Pause): Read {
  const read: Read = async (given, signal) => {
    const conversations = given.map(({ input, metadata }) => ({ input, metadata }));
    const request = { kit_version_id: kit.kit_version_id, type, conversations };
    try {
      return await patiently(pause, signal, () => client.conversations.read(request, { signal }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      // One that takes too long, or that the API cannot take, hides no other.
      if (given.length === 1) return [{ index: 0, error: error.code, detail: error.detail ?? error.message }];
      const half = Math.ceil(given.length / 2);
      return [...(await read(given.slice(0, half), signal)), ...(await read(given.slice(half), signal))];
    }
  };
  return read;
}

/** Samples of one document; those that are too large for a request are not asked about. */
export function createProbe(read: Read, field: string, mostBytes: number, signal: AbortSignal | undefined): Probe {
  return async (values) => {
    const good = values.filter((value) => sizeOf(value) <= mostBytes / values.length);
    if (good.length === 0) return values.map(() => undefined);
    const answers = await read(
      good.map((value) => ({ input: { [field]: value } })),
      signal,
    );
    const readings = new Map(good.map((value, index) => [value, readingOf(answers[index])]));
    return values.map((value) => readings.get(value));
  };
}

function readingOf(read: ReadConversation | undefined): Reading {
  if (read === undefined || read.error !== undefined) return 'refused';
  return (read.turns ?? 0) > 1 && (read.speakers ?? []).length > 1 ? 'conversation' : 'text';
}

/** In a request. */
export function sizeOf(value: unknown): number {
  return new Blob([JSON.stringify(value) ?? '']).size;
}
