/** The secret of an embedded deployment is replaced by renaming a file; the service is killed in the middle and goes on at the next start. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordAudit } from '@brickwork/server/access/audit/store/record-audit';
import { actAs, OPERATOR } from '@brickwork/server/core/acting';
import { encodeId } from '@brickwork/server/core/ids';
import { silentLogger } from '@brickwork/server/core/logger';
import { readConfig } from '@brickwork/server/main/config';
import { openStorage } from '@brickwork/server/main/open-storage';
import { rotateSecret } from '@brickwork/server/main/rotate-secret';
import { sealedColumns } from '@brickwork/server/main/sealed-columns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { preparedDirectory } from './support/prepared-directory.ts';
import { removeDirectory, type ServiceProcess, startBrickwork, temporaryDirectory } from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

/** More than one page of them. */
const ENTRIES = 600;

let parent: string;
let dataDir: string;
beforeAll(() => {
  parent = temporaryDirectory();
  dataDir = preparedDirectory(join(parent, 'data'));
});
afterAll(() => removeDirectory(parent));

const start = () => startBrickwork({ dataDir, environment: { BRICKWORK_READER: '0' } });

async function stop(service: ServiceProcess): Promise<void> {
  service.signal('SIGTERM');
  expect(await service.ended).toBe(0);
}

const storageOf = () => openStorage(readConfig({ BRICKWORK_DATA_DIR: dataDir }), silentLogger, 'command');

async function recordMany(): Promise<void> {
  const { database, close } = await storageOf();
  const { rows } = await database.query<{ id: string }>('SELECT id FROM workspaces');
  const workspaceId = encodeId('ws', rows[0]?.id ?? '');
  const record = { workspaceId, action: 'backup.written', target: { type: 'deployment', id: 'deployment' } } as const;
  await actAs(OPERATOR, () =>
    database.transaction(async (tx) => {
      for (let at = 0; at < ENTRIES; at += 1) await recordAudit(tx, record);
    }),
  );
  await close();
}

/** The last entry of the audit log cannot be changed until the function is called: however quick the machine, something is left. */
async function holdLastEntry(): Promise<() => Promise<void>> {
  const { database, close } = await storageOf();
  await database.query(`DO $do$ BEGIN
    EXECUTE 'CREATE FUNCTION hold_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE ''held''; END $$';
    EXECUTE format('CREATE TRIGGER hold_entry BEFORE UPDATE ON audit_entries FOR EACH ROW WHEN (OLD.id = %L)
      EXECUTE FUNCTION hold_entry()', (SELECT id FROM audit_entries ORDER BY workspace_id DESC, id DESC LIMIT 1));
  END $do$`);
  await close();
  return async () => {
    const storage = await storageOf();
    await storage.database.query('DROP FUNCTION hold_entry CASCADE');
    await storage.close();
  };
}

/** The secrets at rest come first, the entries of the audit log last. */
async function killWhenBegun(service: ServiceProcess): Promise<void> {
  const { database, secrets, close } = await storageOf();
  const webhook = sealedColumns(secrets, [secrets[0]]).find(({ table }) => table === 'webhook_endpoints');
  const isReplaced = async () => {
    const { rows } = await database.query<{ workspace_id: string; environment: string; secret: Buffer }>(
      'SELECT workspace_id, environment, secret FROM webhook_endpoints',
    );
    return rows.every((row) => webhook?.to.open(row.secret, webhook.bindingOf({ ...row })) !== undefined);
  };
  while (!(await isReplaced())) await sleep(10);
  service.signal('SIGKILL');
  await service.ended;
  await close();
}

async function left(): Promise<number> {
  const { database, secrets, close } = await storageOf();
  const { old } = await rotateSecret(database, secrets, { isCount: true });
  await close();
  return old;
}

async function rotation(): Promise<string | undefined> {
  const { stdout } = await runCommand(['doctor', '--json'], { BRICKWORK_DATA_DIR: dataDir });
  const { findings } = JSON.parse(stdout) as { findings: { name: string; text: string }[] };
  return findings.find(({ name }) => name === 'secret rotation')?.text;
}

it('goes on after kill -9, and says when the old secret can be removed', async () => {
  const first = await start();
  const key = first.liveKey ?? '';
  const call = (service: ServiceProcess, method: string, path: string, body?: unknown) =>
    fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await call(first, 'POST', '/v1/webhooks', { url: 'https://crm.example.com/hooks' });
  await recordMany();
  const release = await holdLastEntry();
  await stop(first);

  const [secret, other] = [join(dataDir, 'secret'), join(dataDir, 'secret.other')];
  renameSync(secret, other);
  const killed = await start();
  expect(readFileSync(secret, 'utf8')).not.toBe(readFileSync(other, 'utf8'));
  await killWhenBegun(killed);
  await release();
  expect(await left()).toBeGreaterThan(0);

  const resumed = await start();
  await expect.poll(resumed.output, { timeout: 120_000 }).toContain('the other secret is no longer needed');
  expect(await rotation()).toContain('complete: remove');
  await stop(resumed);

  rmSync(other);
  const after = await start();
  expect(await rotation()).toBeUndefined();
  const verified = (await (await call(after, 'GET', '/v1/audit/verification')).json()) as { intact: boolean };
  expect(verified.intact).toBe(true);
  const exported = join(parent, 'audit.jsonl');
  const commands = { BRICKWORK_URL: after.url, BRICKWORK_API_KEY: key };
  expect((await runCommand(['audit', 'export', '--out', exported], commands)).code).toBe(0);
  const offline = await runCommand(['audit', 'verify', '--file', exported, '--secret-file', secret]);
  expect(offline.code, offline.stdout + offline.stderr).toBe(0);
  await stop(after);
}, 300_000);
