/**
 * The users of the service, each with its own record: clients that create runs, a reader of the events, a reader of lists, and one of a run.
 * When each was last served is how long there was no service.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createStubbornClient, type StubbornClient } from '../chaos/stubborn-client.ts';

const CLIENTS = 8;
/** About a hundred runs a second: enough that some are under way whenever something happens. */
const PAUSE_MS = 50;
const CALL_TIMEOUT_MS = 5_000;

/** What is asked for: a new run, results that are new, a list, and a run that is known. */
export const SIDES = ['accepted', 'results', 'lists', 'reads'] as const;
export type Side = (typeof SIDES)[number];

interface Event {
  id: string;
  runId: string;
  body: string;
}

export interface Witness {
  client: StubbornClient;
  /** The longest time without a successful request, in seconds. */
  outage(since: number): Record<Side, number>;
  /** Sync runs on every API node end in time: the nodes hear each other. */
  syncFaults(): Promise<string[]>;
  /** What was read while it happened against what is there now. */
  judgeEvents(): Promise<string[]>;
  stop(): Promise<void>;
}

/** For a line of progress. */
export function describeOutage(outage: Record<Side, number>): string {
  return SIDES.map((side) => `${outage[side].toFixed(1)} s without ${side}`).join(', ');
}

/** Reads may miss what was under way when it happened, and what a connection that hangs takes to be noticed. */
const MOST_SECONDS_WITHOUT_READS = 6;

/** What is wrong with it: reads go on while there is no primary. */
export function unreadFor({ reads }: Record<Side, number>): string[] {
  return reads > MOST_SECONDS_WITHOUT_READS ? [`${reads.toFixed(1)} s without a run that could be read`] : [];
}

function longestGap(served: readonly number[], since: number): number {
  const before = served.findLast((time) => time <= since) ?? since;
  const times = [before, ...served.filter((time) => time > since), Date.now()];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time))) / 1_000;
}

export interface WitnessOptions {
  urls: readonly string[];
  key: string;
  kitCode: string;
}

export function startWitness({ urls, key, kitCode }: WitnessOptions): Witness {
  const client = createStubbornClient(() => [...urls], key, kitCode);
  const begin = Date.now();
  const served: Record<Side, number[]> = { accepted: [begin], results: [begin], lists: [begin], reads: [begin] };
  const seen: Event[] = [];
  let isOver = false;
  let calls = 0;

  const call = async (path: string, init: RequestInit = {}, timeoutMs = CALL_TIMEOUT_MS, url?: string) => {
    const response = await fetch(`${url ?? urls[calls++ % urls.length]}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const eventsAfter = async (cursor: string | undefined) => {
    const { status, body } = await call(`/v1/events?limit=100${cursor === undefined ? '' : `&after=${cursor}`}`);
    if (status !== 200) return undefined;
    const events = (body.data as { id: string; data: { run_id: string } }[]).map((event) => ({
      id: event.id,
      runId: event.data.run_id,
      body: JSON.stringify(event),
    }));
    return { events, cursor: body.next_cursor as string | undefined };
  };

  const loops = [
    ...Array.from({ length: CLIENTS }, () => async () => {
      await client.accept();
      served.accepted.push(Date.now());
      await sleep(PAUSE_MS);
    }),
    readEvents(eventsAfter, (events) => {
      seen.push(...events);
      served.results.push(Date.now());
    }),
    async () => {
      const { status } = await call('/v1/runs?limit=5');
      if (status === 200) served.lists.push(Date.now());
      await sleep(50);
    },
    async () => {
      const [runId] = client.record.accepted.values();
      if (runId !== undefined && (await call(`/v1/runs/${runId}`)).status === 200) served.reads.push(Date.now());
      await sleep(50);
    },
  ].map(async (step) => {
    while (!isOver) await step().catch(() => sleep(50)); // Not served: it shows in the gap.
  });

  return {
    client,
    outage: (since) => ({
      accepted: longestGap(served.accepted, since),
      results: longestGap(served.results, since),
      lists: longestGap(served.lists, since),
      reads: longestGap(served.reads, since),
    }),
    async syncFaults() {
      const input = { transcript: 'Agent: hello\nCustomer: hi' };
      const body = JSON.stringify({ kit_code: kitCode, mode: 'sync', type: 'sandbox', input });
      const answers = urls.map(async (url) => (await call('/v1/runs', { method: 'POST', body }, 20_000, url)).status);
      const settled = await Promise.allSettled(answers);
      return settled.flatMap((one, index) =>
        one.status === 'fulfilled' && one.value === 200
          ? []
          : `a sync run on node ${index} ended as ${one.status === 'fulfilled' ? one.value : String(one.reason)}`,
      );
    },
    async judgeEvents() {
      const all: Event[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await eventsAfter(cursor);
        if (page === undefined) return ['the events cannot be read'];
        all.push(...page.events);
        if (page.events.length === 0) break;
        cursor = page.cursor;
      }
      return judge(seen, all, client);
    },
    async stop() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

function readEvents(
  eventsAfter: (cursor: string | undefined) => Promise<{ events: Event[]; cursor: string | undefined } | undefined>,
  onEvents: (events: Event[]) => void,
): () => Promise<void> {
  let cursor: string | undefined;
  return async () => {
    const page = await eventsAfter(cursor);
    if (page !== undefined && page.events.length > 0) onEvents(page.events);
    cursor = page?.cursor ?? cursor;
    await sleep(50);
  };
}

/** Each accepted run has ended once; what was once read of an end has not changed, nor its position. */
function judge(seen: readonly Event[], all: readonly Event[], { record }: StubbornClient): string[] {
  const violations: string[] = [];
  for (const [index, event] of seen.entries())
    if (all[index]?.body !== event.body)
      violations.push(`event ${event.id} was read at ${index} and is gone or changed`);
  const ends = new Map<string, number>();
  for (const { runId } of all) ends.set(runId, (ends.get(runId) ?? 0) + 1);
  for (const [runId, count] of ends) if (count > 1) violations.push(`${runId} has ended ${count} times`);
  for (const [name, runId] of record.accepted)
    if (!ends.has(runId)) violations.push(`${name} (${runId}) was accepted and has no end`);
  return violations;
}
