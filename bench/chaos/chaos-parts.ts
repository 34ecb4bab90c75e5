/**
 * The parts beside runs and webhooks, in a workspace of their own: backfills, an alert with its channel, exports, a destination, coaching notes and
 * imports take part for as long as the chaos lasts, each with a record that is compared in the end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_KIT } from '../support/conversations.ts';
import type { SiteDatabase } from '../support/site.ts';
import { CHAOS_PLAN } from './chaos-nodes.ts';
import { createStubbornClient, type StubbornClient } from './stubborn-client.ts';
import { startUnsteadyBooks, type UnsteadyBooks } from './unsteady-books.ts';

const RUNS_OF_AN_IMPORT = 3;
const KIT = { ...SMALL_KIT, kit: 'chaos_parts' };
const LOADED = { ...SMALL_KIT, kit: 'chaos_imports' };
/** An agent has at most 200 notes. */
const MOST_NOTES = 200;

export interface PartsRecord {
  workspaceId: string;
  /** Runs that are known to have succeeded. */
  ended: Set<string>;
  backfills: Set<string>;
  notes: Set<string>;
  imported: number;
  exports: number;
  /** Of the alert’s rule, as it was stored last. */
  isRaised: boolean;
  faults: string[];
}

export interface ChaosParts {
  client: StubbornClient;
  books: UnsteadyBooks;
  record: PartsRecord;
  /** Once around all parts. */
  act(): Promise<void>;
  stop(): Promise<void>;
}

export async function startChaosParts(db: SiteDatabase, urls: () => string[], seed: number): Promise<ChaosParts> {
  const { workspaceId, key, publish } = await db.newWorkspace('parts', CHAOS_PLAN);
  const [kitCode, loadedCode] = [await publish(KIT), await publish(LOADED)];
  const client = createStubbornClient(urls, key, kitCode, 'parts-');
  const books = await startUnsteadyBooks(seed);
  const { send } = client;
  const faults: string[] = [];
  const record: PartsRecord = {
    workspaceId,
    ended: new Set(),
    backfills: new Set(),
    notes: new Set(),
    imported: 0,
    exports: 0,
    isRaised: false,
    faults,
  };
  const second = (await send('POST', '/v1/kits', { ...KIT, name: 'Second' })).kit_version_id;
  await send('PUT', '/v1/destinations/books', {
    destination: {
      base_url: books.url,
      kits: [KIT.kit],
      fields: { turns: 'turns' },
      request: { method: 'PUT', path: '/records/{record}', body: '{ "turns": values.turns }' },
    },
  });
  await send('PUT', '/v1/channels/books', {
    kind: 'webhook',
    url: `${books.url}/messages`,
    topics: ['alerts'],
    digest_minutes: 0,
  });
  let rounds = 0;

  const run = async () => {
    const runId = await client.accept();
    if ((await client.untilEnded(runId, 300_000)) !== 'succeeded') faults.push(`run ${runId} has not succeeded`);
    record.ended.add(runId);
    if (rounds % 2 === 0) await client.change(runId, 'review');
  };
  /** All calls have two turns: above one it is raised, above a hundred it is not. */
  const setAlert = async (isRaised: boolean) => {
    const rule = { kit: KIT.kit, brick: 'turns', aggregate: 'mean', window: '30d', min_runs: 1 };
    await send('PUT', '/v1/alerts/turns', { ...rule, above: isRaised ? 1 : 100 });
    record.isRaised = isRaised;
  };
  const backfill = async () => {
    const last = [...record.backfills].at(-1);
    if (last !== undefined && (await send('GET', `/v1/backfills/${last}`)).status === 'running') return;
    const { backfill_id } = await send('POST', '/v1/backfills', { kit_version_id: second, max_credits: 0 });
    if (backfill_id !== undefined) record.backfills.add(backfill_id);
  };
  /** What had ended before it began is in it, whole and once. */
  const readExport = async () => {
    const before = [...record.ended];
    const lines = (await client.read(`/v1/runs/export?kit_code=${kitCode}&type=api`)).trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { run_id: string; brick_key?: string });
    const found = new Set(rows.map(({ run_id, brick_key }) => `${run_id} ${brick_key}`));
    if (found.size !== rows.length) faults.push('an export has an answer twice');
    const missing = before.filter((runId) => !KIT.bricks.every(({ key: brick }) => found.has(`${runId} ${brick}`)));
    if (missing.length > 0) faults.push(`an export lacks ${missing.length} of ${before.length} runs`);
    record.exports += 1;
  };
  const note = async () => {
    if (record.notes.size === MOST_NOTES / 2) return;
    const body = { agent: 'Maya Keller', kit: KIT.kit, bricks: ['turns'], text: `Round ${rounds}.` };
    const { note_id } = await send('POST', '/v1/coaching-notes', body);
    if (note_id !== undefined) record.notes.add(note_id);
  };
  const load = async () => {
    const runs = Array.from({ length: RUNS_OF_AN_IMPORT }, (_, index) => ({
      external_id: `loaded-${rounds}-${index}`,
      input: { transcript: 'Agent: hello\nCustomer: hi' },
      bricks: { turns: { value: 2, confidence: 1 }, agent_words: { value: 1, confidence: 1 } },
    }));
    const { refused } = await send('POST', '/v1/imports', { kit_code: loadedCode, runs });
    if (Number(refused) !== 0) faults.push(`an import refused ${refused} runs`);
    record.imported += RUNS_OF_AN_IMPORT;
  };

  return {
    client,
    books,
    record,
    async act() {
      await run();
      await Promise.all([setAlert(rounds % 4 < 2), backfill(), readExport(), note(), load()]);
      rounds += 1;
      await sleep(50);
    },
    stop: () => books.stop(),
  };
}
