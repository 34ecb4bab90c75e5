/** A client as the contract asks for: the same Idempotency-Key until it has an answer, and keeps its own record. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SMALL_KIT } from '../support/conversations.ts';

const kitSlug = SMALL_KIT.kit;
const CALL_TIMEOUT_MS = 5_000;
/** Before there are faults nothing is sent again, and a busy machine may be slow. */
const SETUP_TIMEOUT_MS = 60_000;
/** It comes back when `Retry-After` says, or sooner. */
const MOST_PATIENT_MS = 3_000;
const TERMINAL = new Set(['succeeded', 'failed', 'cancelled']);

export interface StubbornClient {
  /** Sends until a node has answered 2xx; any other answer below 500 is a fault, and no answer. 409 is none where it may be done already. */
  send(method: string, path: string, body?: unknown, mayBeDone?: boolean): Promise<Record<string, string>>;
  /** Reads a stream until one has come whole. */
  read(path: string): Promise<string>;
  /** Resolves with the run's id once a node has accepted it. */
  accept(): Promise<string>;
  /** Makes the intake that `push` sends to. */
  putIntake(): Promise<void>;
  /** Pushes a conversation until a node has answered 2xx. */
  push(): Promise<void>;
  /** Until nothing that was pushed waits to be read. */
  untilRead(): Promise<void>;
  /** Resolves with the secret. */
  registerWebhook(url: string): Promise<string>;
  /** Resolves with the terminal status; undefined when `untilMs` has passed. */
  untilEnded(runId: string, untilMs: number): Promise<string | undefined>;
  /** Corrects an answer of a run that has ended, or erases it, until a node says that it is done. */
  change(runId: string, how: 'review' | 'erase'): Promise<void>;
  /** Stores the golden set that is evaluated meanwhile. */
  putGoldenSet(): Promise<void>;
  /** Starts an evaluation on it, unless one is under way. */
  evaluate(): Promise<void>;
  /** The evaluation as it ended; undefined when `untilMs` has passed. */
  untilEvaluated(evaluationId: string, untilMs: number): Promise<Evaluation | undefined>;
  record: {
    evaluations: string[];
    /** Every key that was ever sent. */
    sent: Set<string>;
    /** External ids that were pushed to the intake. */
    pushed: Set<string>;
    /** Key → run. */
    accepted: Map<string, string>;
    /** Runs that were corrected. */
    reviewed: Set<string>;
    retries: number;
    faults: string[];
  };
}

export interface Evaluation {
  status: string;
  done: number;
  total: number;
}

export const GOLDEN_LINES = 40;

/** `prefix` keeps the keys of two clients apart. */
export function createStubbornClient(urls: () => string[], key: string, kitCode: string, prefix = ''): StubbornClient {
  const record: StubbornClient['record'] = {
    evaluations: [],
    sent: new Set(),
    pushed: new Set(),
    accepted: new Map(),
    reviewed: new Set(),
    retries: 0,
    faults: [],
  };
  let number = 0;
  let intakePath = '';

  const call = async (
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
    timeoutMs = CALL_TIMEOUT_MS,
  ) => {
    const all = urls();
    const response = await fetch(`${all[number++ % all.length]}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.status === 429 || response.status === 503)
      await sleep(Math.min(MOST_PATIENT_MS, 1_000 * Number(response.headers.get('retry-after') ?? 0)));
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  const noteAccepted = (name: string, runId: string): void => {
    const known = record.accepted.get(name);
    if (known !== undefined && known !== runId) record.faults.push(`key ${name} made two runs: ${known} and ${runId}`);
    record.accepted.set(name, runId);
  };

  return {
    record,
    async send(method, path, body, mayBeDone = false) {
      for (;;) {
        try {
          const { status, body: said } = await call(method, path, {}, body);
          if (status < 300) return said;
          if (status === 409 && mayBeDone) return {};
          if (status < 500 && status !== 429) {
            record.faults.push(`${method} ${path} answered ${status} ${said.error}: ${said.detail}`);
            return {};
          }
        } catch {
          // The node was away.
        }
        record.retries += 1;
        await sleep(100);
      }
    },
    async read(path) {
      for (;;) {
        try {
          const all = urls();
          const response = await fetch(`${all[number++ % all.length]}${path}`, {
            headers: { authorization: `Bearer ${key}` },
            signal: AbortSignal.timeout(2 * CALL_TIMEOUT_MS),
          });
          if (response.status === 200) return await response.text();
        } catch {
          // Away, or cut off in the middle: what has come is not taken for the whole.
        }
        record.retries += 1;
        await sleep(100);
      }
    },
    async accept() {
      const name = `${prefix}key-${record.sent.size}`;
      record.sent.add(name);
      const request = {
        kit_code: kitCode,
        external_id: name,
        input: { transcript: `Agent: hello ${name}\nCustomer: hi` },
      };
      for (;;) {
        try {
          const { status, body } = await call('POST', '/v1/runs', { 'idempotency-key': name }, request);
          if (status === 202 && body.run_id !== undefined) {
            noteAccepted(name, body.run_id);
            return body.run_id;
          }
          if (status < 500 && status !== 429) record.faults.push(`POST answered ${status} ${body.error}`);
        } catch {
          // Nobody knows whether it was accepted: exactly what the key is for.
        }
        record.retries += 1;
        await sleep(100);
      }
    },
    async putIntake() {
      const intake = {
        auth: { type: 'token' },
        map: { input: '{ "transcript": text }', external_id: 'id' },
        kits: [{ kit: kitCode }],
      };
      const { status, body } = await call('PUT', '/v1/intakes/chaos', {}, { intake }, SETUP_TIMEOUT_MS);
      if (status !== 201) throw new Error(`the intake was refused: ${status} ${body.error}`);
      intakePath = `${body.path}?token=${body.secret}`;
    },
    async push() {
      const id = `${prefix}pushed-${record.pushed.size}`;
      record.pushed.add(id);
      for (;;) {
        try {
          const { status, body } = await call(
            'POST',
            intakePath,
            { authorization: '' },
            { id, text: `Agent: hello ${id}\nCustomer: hi` },
          );
          if (status === 202) return;
          if (status < 500 && status !== 429) record.faults.push(`a push was answered ${status} ${body.error}`);
        } catch {
          // Nobody knows whether it was stored: sent again, it makes no second run.
        }
        record.retries += 1;
        await sleep(100);
      }
    },
    async untilRead() {
      for (;;) {
        const { data } = await this.send('GET', '/v1/intakes/chaos/deliveries?outcome=received&limit=1');
        if (data === undefined || data.length === 0) return;
        await sleep(50);
      }
    },
    async registerWebhook(url) {
      const { status, body } = await call('POST', '/v1/webhooks', {}, { url }, SETUP_TIMEOUT_MS);
      if (status !== 201 || body.secret === undefined) throw new Error(`the webhook was refused: ${status}`);
      return body.secret;
    },
    async change(runId, how) {
      const reviews = [{ brick: 'turns', verdict: 'wrong', value: 99 }];
      for (;;) {
        try {
          const { status, body } =
            how === 'erase'
              ? await call('DELETE', `/v1/runs/${runId}`)
              : await call('POST', `/v1/runs/${runId}/reviews`, {}, reviews);
          if (status < 300) {
            if (how === 'review') record.reviewed.add(runId);
            return;
          }
          if (status < 500 && status !== 429) {
            record.faults.push(`${how} of run ${runId} answered ${status} ${body.error}`);
            return;
          }
        } catch {
          // The node was away: both may be sent again.
        }
        await sleep(100);
      }
    },
    async putGoldenSet() {
      const lines = Array.from({ length: GOLDEN_LINES }, (_, index) => ({
        external_id: `line-${index}`,
        input: { transcript: `Agent: hello ${index}\nCustomer: hi` },
        expected: { turns: 2 },
      }));
      const { status, body } = await call(
        'PUT',
        `/v1/kits/${kitSlug}/golden-sets/chaos`,
        {},
        { lines },
        SETUP_TIMEOUT_MS,
      );
      if (status >= 300) throw new Error(`the golden set was refused: ${status} ${body.error}`);
    },
    async evaluate() {
      const last = record.evaluations.at(-1);
      if (last !== undefined && (await this.untilEvaluated(last, 1)) === undefined) return;
      try {
        const { status, body } = await call('POST', `/v1/kits/${kitSlug}/evaluations`, {}, { set: 'chaos' });
        if (status < 300 && body.evaluation_id !== undefined) record.evaluations.push(body.evaluation_id);
        else if (status < 500 && status !== 429)
          record.faults.push(`an evaluation was refused: ${status} ${body.error}`);
      } catch {
        // The node was away: it may have been stored or not, and the database is looked at in the end.
      }
    },
    async untilEvaluated(evaluationId, untilMs) {
      const deadline = Date.now() + untilMs;
      do {
        try {
          const { status, body } = await call('GET', `/v1/evaluations/${evaluationId}`);
          if (status === 200 && body.status !== 'running') return body as unknown as Evaluation;
          if (status === 404) record.faults.push(`evaluation ${evaluationId} was accepted and is lost`);
        } catch {
          // The node was away.
        }
        await sleep(50);
      } while (Date.now() < deadline);
      return undefined;
    },
    async untilEnded(runId, untilMs) {
      const deadline = Date.now() + untilMs;
      while (Date.now() < deadline) {
        try {
          const { status, body } = await call('GET', `/v1/runs/${runId}`);
          if (status === 200 && TERMINAL.has(body.status ?? '')) return body.status;
          if (status === 404) {
            record.faults.push(`run ${runId} was accepted and is lost`);
            return undefined;
          }
        } catch {
          // The node was away.
        }
        await sleep(50);
      }
      return undefined;
    },
  };
}
