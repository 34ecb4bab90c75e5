/** At the most verbose log level, and whatever happens: no conversation, no key and no secret in any log. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { preparedDirectory } from './support/prepared-directory.ts';
import { removeDirectory, startBrickwork } from './support/run-brickwork.ts';

const WORDS = 'zebra-quartz-conversation';
const PERSON = 'maria.lindqvist@example.com';

it('never logs what a user said, sent or keeps secret', async () => {
  const dataDir = preparedDirectory();
  const service = await startBrickwork({ dataDir, environment: { LOG_LEVEL: 'debug' } });
  const secrets = [WORDS, PERSON, service.liveKey, service.testKey];
  try {
    const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
      const response = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${service.liveKey}`, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(30_000),
      });
      return JSON.parse((await response.text()) || '{}');
    };
    const { data: kits } = await call('GET', '/v1/kits');
    const run = (more: object) =>
      JSON.stringify({
        kit_code: kits[0].kit_code,
        external_id: PERSON,
        metadata: { who: PERSON },
        mode: 'sync',
        input: { transcript: `Agent: ${WORDS}\nCustomer: I am ${PERSON}.` },
        ...more,
      });
    const webhook = await call('POST', '/v1/webhooks', JSON.stringify({ url: 'https://receiver.example.com/hook' }));
    const made = await call('POST', '/v1/keys', JSON.stringify({ name: PERSON }));
    expect([webhook.secret, made.key]).toEqual([expect.any(String), expect.any(String)]);
    secrets.push(webhook.secret, made.key);

    // What goes right …
    const done = await call('POST', '/v1/runs', run({}), { 'idempotency-key': PERSON });
    expect(done.status).toBe('succeeded');
    await call('GET', `/v1/runs/${done.run_id}?include=input`);
    await call('GET', `/v1/runs?external_id=${encodeURIComponent(PERSON)}`);
    await call('GET', `/v1/runs?q=${encodeURIComponent(`${WORDS} ${PERSON}`)}`);
    await call('GET', `/v1/runs?q=${encodeURIComponent(WORDS.repeat(20))}`);
    await call('POST', `/v1/webhooks/${webhook.id}/test`, '{}');
    // … and what goes wrong, wherever a message could quote it.
    await call('POST', '/v1/runs', `{"input": ${WORDS}`);
    await call('POST', '/v1/runs', run({ input: { transcript: 7, [WORDS]: PERSON } }));
    await call('POST', '/v1/runs', run({ input: { transcript: `WEBVTT\n\n${WORDS} --> x`, format: WORDS } }));
    await call('POST', '/v1/runs', run({ kit_code: WORDS }));
    await call('POST', '/v1/runs', run({ type: WORDS }), { 'idempotency-key': PERSON });
    await call('POST', '/v1/runs', run({ external_id: `${PERSON}\u0000` }));
    await call('POST', '/v1/kits', JSON.stringify({ kit: WORDS, bricks: [{ key: PERSON, question: WORDS }] }));
    await call('GET', `/v1/runs/${WORDS}`);
    await call('GET', `/${WORDS}?q=${encodeURIComponent(PERSON)}`);
    await call('GET', '/v1/runs', undefined, { authorization: `Bearer ${made.key}x`, 'user-agent': WORDS });
    await call('GET', '/v1/runs', undefined, { authorization: `Basic ${WORDS}`, 'x-request-id': 'kept-request-id' });
  } finally {
    service.signal('SIGTERM');
    await service.ended;
  }
  const { password } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { password: string };
  secrets.push(password, readFileSync(join(dataDir, 'secret'), 'utf8').trim());
  // The log is what is JSON: the welcome beside it shows the first keys, once, on purpose.
  const lines = service.output().split('\n');
  const log = `${lines.filter((line) => line.startsWith('{')).join('\n')}\n${readFileSync(join(dataDir, 'postgres.log'), 'utf8')}`;
  expect(log).toContain('kept-request-id'); // It is the log, and it is talkative.
  for (const secret of secrets) expect(log).not.toContain(secret);
  removeDirectory(dataDir);
}, 120_000);
