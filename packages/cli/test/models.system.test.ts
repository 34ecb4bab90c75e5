import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeModel,
  type ModelAction,
  type ModelScript,
  startFakeModel,
} from '../../../test/support/fake-model.ts';
import { preparedDirectory } from '../../../test/support/prepared-directory.ts';
import {
  removeDirectory,
  runBrickwork,
  type ServiceProcess,
  startBrickwork,
  temporaryDirectory,
} from '../../../test/support/run-brickwork.ts';
import { runCommand } from '../../../test/support/run-command.ts';

const KIT = `
kit: calls
bricks:
  - { key: card_named, type: boolean, question: Does the customer name a card? }
`;
const call = (id: string, words: string, expected: boolean) =>
  JSON.stringify({
    external_id: id,
    input: { transcript: `Agent: hello\nCustomer: ${words}` },
    expected: { card_named: expected },
  });
const GOLDEN = [call('one', 'I lost my quicksilver card', true), call('two', 'when do you open', false)].join('\n');

let model: FakeModel;
let directory = '';
let script: ModelScript = () => undefined;
const file = (name: string) => join(directory, name);
const environment = () => ({ BRICKWORK_MODEL_BASE_URL: model.url, BRICKWORK_MODEL_API_KEY: 'sk-very-secret-key' });

beforeAll(async () => {
  model = await startFakeModel(
    (_key, { conversation }) => {
      const isNamed = conversation.includes('card');
      return { value: isNamed, evidence: isNamed ? [{ turn: 1, quote: 'card' }] : [] };
    },
    (seen, number) => script(seen, number),
  );
  directory = temporaryDirectory();
  writeFileSync(file('kit.yaml'), KIT);
  writeFileSync(file('set.jsonl'), GOLDEN);
});
afterAll(async () => {
  await model.stop();
  rmSync(directory, { recursive: true });
});

describe('brickwork evaluate --engine MODEL', () => {
  it('scores the model’s answers', async () => {
    const args = [
      'evaluate',
      file('kit.yaml'),
      file('set.jsonl'),
      '--json',
      '--engine',
      'openai-compatible/test-model',
    ];
    // As a process, which ends although the model’s server keeps the connection open.
    const { code, stdout, stderr } = await runBrickwork(args, environment());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      engine: 'openai-compatible/test-model',
      bricks: [{ key: 'card_named', n: 2, accuracy: 1 }],
      failed: [],
    });
  });

  it('writes the kit with what the confidences were worth', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => call(`c${n}`, 'I lost my card', n % 4 !== 0));
    writeFileSync(file('many.jsonl'), lines.join('\n'));
    const args = [
      'evaluate',
      file('kit.yaml'),
      file('many.jsonl'),
      '--json',
      '--engine',
      'openai-compatible/test-model',
    ];
    const first = await runCommand([...args, '--calibrate', file('calibrated.json')], environment());
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    const second = await runCommand(['evaluate', file('calibrated.json'), ...args.slice(2)], environment());
    const [before, after] = [first, second].map(({ stdout }) => JSON.parse(stdout).bricks[0].ece);
    expect(after).toBeLessThan(0.05);
    expect(after).toBeLessThan(before);
  });

  it('takes the deployment’s model for auto, and counts a line without a valid answer as failed', async () => {
    script = (seen) => (seen.conversation.includes('quicksilver') ? { text: 'no' } : undefined);
    const args = ['evaluate', file('kit.yaml'), file('set.jsonl'), '--json'];
    const { code, stdout } = await runCommand(args, {
      ...environment(),
      BRICKWORK_MODEL: 'openai-compatible/test-model',
    });
    script = () => undefined;
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ engine: 'openai-compatible/test-model', failed: [{ line: 1, external_id: 'one' }] });
    expect(JSON.stringify(report.failed)).not.toContain('quicksilver');
  });

  it('says what is missing for a model that is not there', async () => {
    const unknown = await runCommand(['evaluate', file('kit.yaml'), file('set.jsonl'), '--engine', 'gpt-9']);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('must be provider/name');
    const keyless = await runCommand(['evaluate', file('kit.yaml'), file('set.jsonl'), '--engine', 'openai/gpt-9']);
    expect(keyless.stderr).toContain('OPENAI_API_KEY');
  });
});

describe('a service with a model', () => {
  let service: ServiceProcess;
  let dataDir = '';
  const settings = () => ({
    ...environment(),
    BRICKWORK_MODEL: 'openai-compatible/test-model',
    BRICKWORK_KEEP_RECEIPTS: '1',
    LOG_LEVEL: 'debug',
  });

  beforeAll(async () => {
    dataDir = preparedDirectory();
    service = await startBrickwork({ dataDir, environment: settings() });
  });
  afterAll(async () => {
    service.signal('SIGTERM');
    await service.ended;
    removeDirectory(dataDir);
  });

  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
  const api = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${service.liveKey}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const operator = (...args: string[]) => runCommand(args, { ...settings(), BRICKWORK_DATA_DIR: dataDir });

  it('can be recomputed from its receipts, and its doctor sees the model', async () => {
    const kit = await api('POST', '/v1/kits?publish=true', {
      kit: 'calls',
      bricks: [{ key: 'card_named', type: 'boolean', question: 'Does the customer name a card?' }],
    });
    const run = await api('POST', '/v1/runs', {
      kit_code: kit.kit_code,
      mode: 'sync',
      input: { transcript: 'Agent: hello\nCustomer: I lost my quicksilver card' },
    });
    expect(run.status, JSON.stringify(run)).toBe('succeeded');
    const before = model.totals.calls;
    const again = await operator('runs', 'recompute', run.run_id, '--json');
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(again.stdout)).toMatchObject({
      identical: true,
      output: { bricks: { card_named: { value: true } } },
    });
    expect(model.totals.calls).toBe(before);
    const unknown = await operator('runs', 'recompute', 'run_00000000000000000000000000');
    expect(unknown.code).toBe(2);
    const doctor = await operator('doctor', '--json');
    expect(JSON.parse(doctor.stdout).findings).toContainEqual({
      level: 'ok',
      name: 'model',
      text: 'openai-compatible/test-model: the endpoint answers and has the model',
    });
  });

  it('never logs conversation text or the key, whatever goes wrong', async () => {
    const faults: ReturnType<ModelScript>[] = [
      { status: 400, body: '{"error":{"message":"quicksilver sk-very-secret-key"}}' },
      { text: 'quicksilver' },
      { status: 200, body: '<html>quicksilver</html>' },
      { breaks: 'in the body' },
    ];
    const { data } = await api('GET', '/v1/kits');
    const kitCode = data.find((kit: { kit: string; name: string }) => kit.name === 'calls').kit_code;
    for (const fault of faults) {
      script = () => fault;
      const run = await api('POST', '/v1/runs', {
        kit_code: kitCode,
        input: { transcript: 'Agent: hello\nCustomer: I lost my quicksilver card' },
      });
      await expect
        .poll(async () => (await api('GET', `/v1/runs/${run.run_id}`)).status, { timeout: 25_000, interval: 50 })
        .toMatch(/^(failed|queued)$/);
      const seen = await api('GET', `/v1/runs/${run.run_id}`);
      for (const secret of ['quicksilver', 'sk-very-secret-key']) expect(JSON.stringify(seen)).not.toContain(secret);
    }
    script = () => undefined;
    for (const secret of ['quicksilver', 'sk-very-secret-key']) expect(service.output()).not.toContain(secret);
  });
});

describe('brickwork doctor', () => {
  it('says when nothing answers at the model’s address', async () => {
    const dataDir = temporaryDirectory();
    const { stdout, code } = await runCommand(['doctor', '--json'], {
      BRICKWORK_DATA_DIR: dataDir,
      BRICKWORK_MODEL: 'ollama/llama3.2',
      BRICKWORK_MODEL_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    removeDirectory(dataDir);
    expect(code).toBe(3);
    expect(JSON.parse(stdout).findings).toContainEqual(
      expect.objectContaining({
        level: 'fault',
        name: 'model',
        text: expect.stringContaining('nothing answers at 127.0.0.1:9'),
      }),
    );
  });
});

describe('brickwork models probe', () => {
  const probe = async (answer: Parameters<typeof startFakeModel>[0], more: Record<string, string> = {}) => {
    const probed = await startFakeModel(answer);
    const variables = { BRICKWORK_MODEL_BASE_URL: probed.url, ...more };
    const ran = await runCommand(['models', 'probe', 'ollama/small', '--json'], variables);
    await probed.stop();
    return { code: ran.code, body: JSON.parse(ran.stdout), requests: probed.requests };
  };
  /** Right about everything, with a quote. */
  const able: Parameters<typeof startFakeModel>[0] = (key, { conversation }) => {
    const [, amount = ''] = /(89|120|45) euros/.exec(conversation) ?? [];
    const turn = (part: string) => ({ turn: lineOf(conversation, part), quote: part });
    const isCancelled = conversation.includes('it is cancelled');
    const isRefunded = conversation.includes('get the whole sum back');
    const day = /on (Wednesday|Thursday|Friday)[ .]/.exec(conversation)?.[1] ?? '';
    switch (key) {
      case 'cancelled':
        return { value: isCancelled, evidence: isCancelled ? [turn('it is cancelled')] : [] };
      case 'refund_promised':
        return { value: isRefunded, evidence: isRefunded ? [turn('get the whole sum back')] : [] };
      case 'amount':
        return { value: Number(amount), evidence: [turn(`${amount} euros`)] };
      case 'callback_day':
        return { value: day, evidence: [turn(day)] };
      default: {
        const reason = isCancelled ? 'technical' : isRefunded ? 'billing' : 'delivery';
        const part = isCancelled ? 'router has been dead' : isRefunded ? 'charged me 89 euros' : 'My parcel';
        return { value: reason, evidence: [turn(part)] };
      }
    }
  };

  it('says that a model can do the job: structure, grounding, accuracy and time', async () => {
    const { code, body, requests } = await probe(able);
    expect(body).toMatchObject({
      model: 'ollama/small',
      fit: true,
      verdict: 'fit',
      structure: 1,
      grounding: 1,
      accuracy: 1,
      calls: 3,
    });
    expect(body.seconds_per_call).toBeGreaterThan(0);
    expect([code, requests.length]).toEqual([0, 3]);
    // As the preset of a small server on this machine has it.
    expect(requests[0]?.body.max_tokens).toBeLessThanOrEqual(2_048);
    expect(requests[0]?.body.response_format.type).toBe('json_schema');
  });

  it.each<[string, number, ModelAction, RegExp]>([
    ['not_allowed', 6, { status: 401 }, /status 401/],
    ['not_allowed', 6, { status: 404, body: '{"error":{"code":"model_not_found"}}' }, /status 404/],
    ['too_slow', 7, { status: 429, headers: { 'retry-after': '3600' } }, /status 429/],
    ['too_slow', 7, { hangs: 'before the head' }, /did not answer in time/],
    ['unreachable', 5, { status: 500 }, /status 500/],
    ['unreachable', 5, { breaks: 'at once' }, /could not be reached/],
    ['not_fit', 3, { text: 'Certainly!' }, /no JSON object/],
  ])('says %s with exit code %i after %j', async (verdict, exit, action, fault) => {
    const probed = await startFakeModel(able, () => action);
    const variables = { BRICKWORK_MODEL_BASE_URL: probed.url, BRICKWORK_MODEL_DEADLINE_MS: '300' };
    const { code, stdout } = await runCommand(['models', 'probe', 'ollama/small', '--json'], variables);
    await probed.stop();
    expect([code, JSON.parse(stdout)]).toMatchObject([exit, { fit: false, verdict, faults: expect.any(Array) }]);
    expect(JSON.parse(stdout).faults[0]).toMatch(fault);
  });

  it('says that one cannot which makes things up', async () => {
    const { code, body } = await probe((key) => ({
      value: { reason: 'billing', amount: 7, callback_day: 'never said' }[key] ?? true,
      evidence: [{ turn: 0, quote: 'nobody ever said this' }],
    }));
    expect([code, body.fit]).toEqual([3, false]);
    expect(body.accuracy).toBeLessThan(0.5);
    expect(body.wrong).toContain('conversation 1, amount');
  });
});

function lineOf(conversation: string, part: string): number {
  const line = conversation.split('\n').find((each) => each.includes(part)) ?? '';
  return Number(/\d+/.exec(line)?.[0] ?? 0);
}
