import { inferQuestion } from '@brickwork/contract/plain-questions';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { ReaderProcesses } from '@brickwork/engine/reader/reader-processes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKitCache } from '../kits/kit-cache.ts';
import type { RunWork } from '../runs/store/find-runs.ts';
import { createAnswerCall } from './answer-call.ts';

const pool = new EvaluationPool({ threads: 1, reader: new ReaderProcesses({ processes: 1 }) });
beforeAll(() => pool.start(), 120_000);
afterAll(() => pool.stop());

const CALL = [
  'Agent: Harbour Parcels, this is Dana. How can I help?',
  'Customer: My parcel was delivered three weeks late. I want a refund, please.',
  'Agent: I am sorry. I have refunded the shipping.',
  'Customer: Thank you.',
].join('\n');
const WORK: RunWork = {
  ...{ workspaceId: 'ws_1', environment: 'live', runId: 'run_1', type: 'api' },
  ...{ kitId: 'kit_1', kitCode: 'ABCDEFGH', kitVersionId: 'version_1', input: JSON.stringify({ transcript: CALL }) },
  ...{ agents: [], rules: {}, mask: [] },
};

it('reads a call, weighs its quotes, and finds what is said about a topic', { timeout: 120_000 }, async () => {
  const answerCall = createAnswerCall({
    ...{ kits: { store: { loadContent: async () => undefined }, cache: createKitCache() } },
    ...{ pool, model: undefined, prices: {}, deadlineMs: 60_000 },
  });
  const used = new Set<string>();
  const asked = ['Did the customer want a refund?', 'What do customers say about the delivery?'].map((question) => {
    const inferred = inferQuestion({ question }, used);
    used.add(inferred.key);
    return inferred;
  });
  const { answers } = await answerCall(WORK, asked, { engine: 'local', signal: new AbortController().signal });
  const [refund, delivery] = answers;
  expect(refund).toMatchObject({ state: 'sure', value: 'true' });
  expect(CALL).toContain(refund?.quote);
  expect(refund?.worth).toBeGreaterThan(0.5);
  expect(delivery).toMatchObject({ state: 'sure', value: 'true' });
  expect(delivery?.passages).toEqual(['My parcel was delivered three weeks late. I want a refund, please.']);
});
