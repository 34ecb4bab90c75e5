/**
 * Questions across calls, contrasts, learnings, masks and cancels by filter, in a workspace of their own. The calls that they read are loaded before the first fault,
 * so that each of them must say the same whenever it is asked for again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SiteDatabase } from '../support/site.ts';
import { CHAOS_PLAN } from './chaos-nodes.ts';
import { createStubbornClient, type StubbornClient } from './stubborn-client.ts';

export const CALLS = 30;
/** The reader takes seconds of a core for each. */
const MOST_OF_A_KIND = 40;
const LINES = 24;
const RUNS_TO_CANCEL = 5;
export const PATIENCE_MS = 240_000;
const BRICK = { key: 'broken', type: 'boolean', question: 'Did the customer say that something is broken?' };
const KIT = { kit: 'chaos_rooms', bricks: [BRICK] };

/** What is started in the background and must end with the same result each time. */
interface Kind {
  path: string;
  id: string;
  body: unknown;
  /** What must be the same. */
  resultOf(ended: Record<string, unknown>): unknown;
}

const KINDS = {
  questions: {
    path: '/v1/questions',
    id: 'question_id',
    body: {
      questions: [BRICK.question],
      filter: { 'metadata.part': 'loaded' },
      width: 0.005,
      engine: 'local',
      seed: 1,
    },
    resultOf({ status, sample, questions }) {
      const [{ n, not_sure, share } = {}] = questions as { n?: number; not_sure?: number; share?: object }[];
      return { status, sample, n, not_sure, share };
    },
  },
  contrasts: {
    path: '/v1/contrasts',
    id: 'contrast_id',
    body: { filter: { 'metadata.team': 'Porto' }, against: { 'metadata.team': 'Faro' } },
    resultOf: ({ status, read, unread, phrases }) => ({ status, read, unread, phrases }),
  },
  learnings: {
    path: `/v1/kits/${KIT.kit}/learnings`,
    id: 'learning_id',
    body: { set: 'rooms', version: 1 },
    resultOf: ({ status, done, bricks, error }) => ({ status, done, bricks, error }),
  },
} satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

export interface RoomsRecord {
  /** Id → the result, as JSON. */
  ended: Record<KindName, Map<string, string>>;
  masked: number;
  cancelled: number;
  faults: string[];
}

export interface ChaosRooms {
  client: StubbornClient;
  record: RoomsRecord;
  workspaceId: string;
  /** Once around all of them. */
  act(): Promise<void>;
  /** Until what is under way has ended. */
  settle(): Promise<void>;
}

const mailOf = (at: number) => `caller${at}@example.com`;
function transcriptOf(at: number): string {
  const said = at % 2 === 0 ? 'my parcel came with broken glass' : 'my parcel came on time';
  return `Agent: Good morning.\nCustomer: Hello, ${said}, and my mail is ${mailOf(at)}.`;
}

/** Before there are faults. */
async function load({ send }: StubbornClient, kitCode: string): Promise<void> {
  const runs = Array.from({ length: CALLS }, (_, at) => ({
    external_id: `call-${at}`,
    input: { transcript: transcriptOf(at) },
    metadata: { part: 'loaded', team: at % 2 === 0 ? 'Porto' : 'Faro' },
    bricks: { broken: { value: at % 2 === 0, confidence: 1 } },
  }));
  await send('POST', '/v1/imports', { kit_code: kitCode, runs });
  const lines = runs
    .slice(0, LINES)
    .map(({ external_id, input, bricks }) => ({ external_id, input, expected: { broken: bricks.broken.value } }));
  await send('PUT', `/v1/kits/${KIT.kit}/golden-sets/rooms`, { lines });
}

/** Learnings need the reader. */
export async function startChaosRooms(db: SiteDatabase, urls: () => string[], reads: boolean): Promise<ChaosRooms> {
  const { workspaceId, key, publish } = await db.newWorkspace('rooms', CHAOS_PLAN);
  const kitCode = await publish(KIT);
  const client = createStubbornClient(urls, key, kitCode, 'rooms-');
  const { send } = client;
  await load(client, kitCode);
  const record: RoomsRecord = {
    ended: { questions: new Map(), contrasts: new Map(), learnings: new Map() },
    masked: 0,
    cancelled: 0,
    faults: [],
  };
  const running = new Map<KindName, string>();
  const names = (Object.keys(KINDS) as KindName[]).filter((name) => reads || name !== 'learnings');

  const start = async (name: KindName) => {
    if (record.ended[name].size === MOST_OF_A_KIND) return;
    const { path, id, body }: Kind = KINDS[name];
    const started = (await send('POST', path, body, name === 'learnings'))[id];
    if (started !== undefined) running.set(name, started);
  };
  const lookAfter = async (name: KindName, id: string) => {
    const { path, resultOf }: Kind = KINDS[name];
    const found: Record<string, unknown> = await send('GET', `${name === 'learnings' ? '/v1/learnings' : path}/${id}`);
    if (found.status === 'running') return;
    running.delete(name);
    record.ended[name].set(id, JSON.stringify(resultOf(found)));
  };
  const further = (name: KindName) => {
    const id = running.get(name);
    return id === undefined ? start(name) : lookAfter(name, id);
  };
  const readMasked = async () => {
    const lines = (await client.read('/v1/runs/export?mask=1&include=input&metadata.part=loaded')).trim().split('\n');
    if (new Set(lines).size < CALLS) record.faults.push(`a masked export has ${lines.length} of ${CALLS} lines`);
    if (lines.some((line) => /caller\d+@/.test(line))) record.faults.push('a masked export tells a mail address');
    record.masked += 1;
  };
  /** Whatever was not done by then is cancelled: each ends once, one way or the other. */
  const cancelMany = async () => {
    await Promise.all(Array.from({ length: RUNS_TO_CANCEL }, () => client.accept()));
    await send('POST', '/v1/runs/cancel', { filter: { kit_code: kitCode } });
    record.cancelled += RUNS_TO_CANCEL;
  };
  return {
    client,
    record,
    workspaceId,
    async act() {
      await Promise.all([...names.map(further), readMasked(), cancelMany()]);
      await sleep(3_000);
    },
    async settle() {
      for (const deadline = Date.now() + PATIENCE_MS; running.size > 0 && Date.now() < deadline; await sleep(200))
        for (const [name, id] of running) await lookAfter(name, id);
    },
  };
}
