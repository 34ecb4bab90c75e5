import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishKit, TRANSCRIPT } from '../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { examine } from './doctor.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ BRICKWORK_SECRET: Buffer.alloc(32, 7).toString('hex') });
});
afterAll(() => service.stop());

const look = async (more: NodeJS.ProcessEnv = {}, about = /^webhook/) => {
  const findings = await examine({
    DATABASE_URL: service.testDatabase.url,
    BRICKWORK_SECRET: Buffer.alloc(32, 7).toString('hex'),
    ...more,
  });
  return findings.filter(({ name }) => about.test(name)).map(({ level, name, text }) => `${level} ${name}: ${text}`);
};

describe('examine', () => {
  it('names the languages that are read', async () => {
    const [without, withModel] = [
      await look({}, /^languages$/),
      await look({ BRICKWORK_MODEL: 'openai/a', BRICKWORK_MODEL_API_KEY: 'sk-secret' }, /^languages$/),
    ];
    expect(without).toEqual([
      expect.stringMatching(/^ok languages: English(?:, [\w, ]+)?; other conversations are not answered/),
    ]);
    expect(withModel).toEqual([
      expect.stringMatching(/^ok languages: English(?:, [\w, ]+)? by the local engine, any by the model$/),
    ]);
  });

  it('examines the settings of the nodes that run, not those of its own shell', async () => {
    const development = { BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' };
    const guarded = ['ok webhook guard: https to public addresses only', 'ok webhooks: 0 registered, no problems'];
    expect(await look()).toEqual(guarded);
    expect(await look(development)).toEqual(guarded);
    expect(await look(development, /^settings$/)).toEqual([
      expect.stringMatching(
        /^ok settings: those of the node that runs; this shell has other values of .*BRICKWORK_WEBHOOK_ALLOW, BRICKWORK_WEBHOOK_ALLOW_HTTP, which no node uses$/,
      ),
    ]);
    const node = await service.node({
      ...development,
      HOST: '0.0.0.0',
      BRICKWORK_MODEL: 'openai/a',
      BRICKWORK_MODEL_API_KEY: 'sk-secret',
      BRICKWORK_METRICS_TOKEN: 'secret-of-the-metrics',
    });
    try {
      const { rows } = await service.testDatabase.database.query<{ settings: string }>('SELECT settings FROM nodes');
      expect(rows).toHaveLength(2);
      for (const { settings } of rows) expect(settings).not.toContain('secret');
      expect((await look()).filter((line) => line.startsWith('warning'))).toHaveLength(2);
      expect(await look({}, /^(settings|listening|model)$/)).toEqual([
        'warning settings: nodes use different values of BRICKWORK_MODEL, BRICKWORK_WEBHOOK_ALLOW, BRICKWORK_WEBHOOK_ALLOW_HTTP; set the same value on all nodes and restart',
        'ok listening: 127.0.0.1:8787, this machine only',
        expect.stringMatching(/^warning listening: 0\.0\.0\.0:8787 is reachable from other machines/),
        expect.stringMatching(/^ok model: openai\/a is set on a node that runs; to see whether it answers, set /),
      ]);
    } finally {
      await node.stop();
    }
  });

  it('reports endpoints that are disabled, or whose secret cannot be decrypted', async () => {
    const url = 'https://hooks.invalid-example.com/';
    const { body } = await service.call('POST', '/v1/webhooks', { key: service.adminKey, body: { url } });
    await service.call('POST', `/v1/webhooks/${body.id}/disable`, { key: service.adminKey });
    expect(await look()).toContainEqual(expect.stringMatching(/^warning webhook of default \(live\): is disabled/));
    expect(await look({ BRICKWORK_SECRET: '11'.repeat(32) })).toContainEqual(
      expect.stringMatching(/^fault webhook of default \(live\): its secret was encrypted with another/),
    );
  });

  it('is red when runs wait and no node executes them', async () => {
    expect(await look({}, /^workers$/)).toEqual([
      'ok workers: nodes that run: 1 × all; 0 runs wait, 0 are being executed',
    ]);
    const idle = await startTestService({ BRICKWORK_ROLE: 'api' });
    try {
      const lookAt = () => look({ DATABASE_URL: idle.testDatabase.url }, /^workers$/);
      expect(await lookAt()).toEqual(['warning workers: no node executes runs; nothing waits at the moment']);
      const { kit_code } = await publishKit(idle);
      const body = { kit_code, input: { transcript: TRANSCRIPT } };
      expect((await idle.call('POST', '/v1/runs', { key: idle.adminKey, body })).status).toBe(202);
      expect(await lookAt()).toEqual([
        expect.stringMatching(/^fault workers: 1 runs wait and no node executes them; start /),
      ]);
      await idle.testDatabase.database.query(
        `INSERT INTO nodes (id, role, seen_at) VALUES (gen_random_uuid(), 'worker', now())`,
      );
      expect(await lookAt()).toEqual([
        expect.stringMatching(/^ok workers: nodes that run: 1 × api, 1 × worker; 1 runs wait/),
      ]);
      const old = `('00000000-0000' || substr(id::text, 14))::uuid`;
      await idle.testDatabase.database.query(`UPDATE jobs SET id = ${old}`);
      expect(await lookAt()).toEqual([
        expect.stringMatching(
          /^fault workers: 1 runs wait, the oldest for \d+ s, and none of the 1 × api, 1 × worker has taken one; look /,
        ),
      ]);
    } finally {
      await idle.stop();
    }
  });

  it('says whether recordings are transcribed, and how many fail', async () => {
    const about = /^recordings$/;
    const { database } = service.testDatabase;
    expect(await look({}, about)).toEqual([
      'ok recordings: not accepted, since nothing transcribes; set BRICKWORK_TRANSCRIBER to accept them',
    ]);
    await database.query(
      `INSERT INTO recordings (workspace_id, environment, id, status, plan, received_bytes, created_at, completed_at)
       SELECT id, 'live', gen_random_uuid(), 'failed', '{}', 0, now(), now() FROM workspaces`,
    );
    expect(await look({}, about)).toEqual([
      'warning recordings: 1 of 1 failed in the last 24 hours; "brickwork recordings list --status failed" has the reasons',
    ]);
    await database.query('DELETE FROM recordings');
    const node = await service.node({
      BRICKWORK_TRANSCRIBER: 'openai/whisper-1',
      BRICKWORK_TRANSCRIBER_BASE_URL: 'http://127.0.0.1:9/v1',
    });
    try {
      expect(await look({}, about)).toEqual([
        'ok recordings: transcribed by openai/whisper-1; 0 wait, 0 are being transcribed',
      ]);
    } finally {
      await node.stop();
    }
    await database.query(
      `INSERT INTO jobs (kind, lane, id, state, place) VALUES ('recording', 'a', gen_random_uuid(), 'ready', 0)`,
    );
    expect(await look({}, about)).toEqual([
      expect.stringMatching(/^fault recordings: 1 wait and no node that runs transcribes; set BRICKWORK_TRANSCRIBER /),
    ]);
  });

  it('reports whether notifications arrive, and whether the standby is a standby', async () => {
    const replication = /^(notifications|standby|replication)$/;
    expect(await look({}, replication)).toEqual(['ok notifications: nodes receive each other’s notifications']);
    const { url } = service.testDatabase;
    expect(await look({ BRICKWORK_DATABASE_READ_URL: url }, replication)).toContain(
      'warning standby: BRICKWORK_DATABASE_READ_URL points to a primary, not to a standby',
    );
    const nowhere = 'postgresql://nobody@127.0.0.1:1/nothing';
    expect(await look({ BRICKWORK_DATABASE_READ_URL: nowhere }, replication)).toContain(
      'warning standby: does not answer; the primary answers its reads',
    );
  });
});
