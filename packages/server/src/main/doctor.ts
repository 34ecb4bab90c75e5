/** Checks a deployment as an experienced operator would, and says in a sentence what to fix: the nodes that run, not the shell it was called from. */
import { statfsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languageName } from '@brickwork/engine/conversation/detect-language';
import { probeModel } from '@brickwork/engine/model/providers/probe-model';
import { readLanguages } from '@brickwork/engine/reader/readers';
import { encodeId, uuidAt } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { createSecretBox } from '../core/secret-box.ts';
import { ownerOf } from '../database/embedded/directory-lock.ts';
import { StartError } from '../database/embedded/start-error.ts';
import { areInputsApart, listPartitions } from '../database/input-partitions.ts';
import { readSchema, type SchemaState } from '../database/migrate.ts';
import { type RunningNode, runningNodes } from '../database/node-registry.ts';
import { bindingOf, SECRET_PURPOSE } from '../outbound/webhooks/webhook-secret.ts';
import { checkInvariants } from '../queue/store/check-invariants.ts';
import { type Config, readConfig } from './config.ts';
import { examineChannels, examineMail } from './examine-channels.ts';
import { configsOf, examineSettings, examineWorkers, modelsElsewhere } from './examine-nodes.ts';
import { examineProvider } from './examine-provider.ts';
import { examineRecordings } from './examine-recordings.ts';
import { examineReplication } from './examine-replication.ts';
import { examineReporting } from './examine-reporting.ts';
import type { Finding } from './finding.ts';
import { asStartError, openStorage, type Storage } from './open-storage.ts';
import { nodesWithOther, rotateSecret } from './rotate-secret.ts';
import { SETTINGS } from './settings.ts';

const ok = (name: string, text: string): Finding => ({ level: 'ok', name, text });
const warning = (name: string, text: string): Finding => ({ level: 'warning', name, text });
const fault = (name: string, text: string): Finding => ({ level: 'fault', name, text });

export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    return [fault('configuration', (error as Error).message)];
  }
  const findings = [ok('configuration', 'every setting is valid'), ok('node', `Node ${process.versions.node}`)];
  findings.push(languages(config));
  if (config.databaseUrl === undefined) findings.push(...directory(resolve(config.dataDir)));
  let storage: Storage | undefined;
  let schema: SchemaState;
  try {
    storage = await openStorage(config, silentLogger, 'command', 'any');
    schema = await readSchema(storage.database);
  } catch (thrown) {
    await storage?.close();
    const error = asStartError(thrown, storage?.place);
    const text =
      error instanceof StartError
        ? error.message
        : `cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`;
    return [...findings, fault('database', text), ...(await settings(config, []))];
  }
  try {
    // What else is looked at needs the tables of this release.
    if (schema.fault !== undefined)
      return [...findings, fault('schema', schema.fault), ...(await settings(config, []))];
    findings.push(ok('schema', `version ${schema.version}, as this release needs it`));
    const nodes = await runningNodes(storage.database);
    findings.push(...(await settings(config, nodes)));
    findings.push(
      ...(await database(storage)),
      await inputs(storage),
      ...(await examineReplication(config, storage.database)),
    );
    findings.push(await examineWorkers(storage.database, nodes), await examineRecordings(storage.database, nodes));
    findings.push(...(await webhooks(storage)));
    findings.push(...(await examineMail(config)), ...(await examineChannels(config, storage)));
    findings.push(...(await examineReporting(storage)), ...(await rotation(config, storage, nodes)));
    findings.push(...(await examineProvider(config, storage.database)));
  } finally {
    await storage.close();
  }
  return findings;
}

function languages({ models }: Config): Finding {
  const read = readLanguages()
    .map((code) => languageName(code))
    .join(', ');
  return ok(
    'languages',
    models.length === 0
      ? `${read}; other conversations are not answered, since there is no model (BRICKWORK_MODEL)`
      : `${read} by the local engine, any by the model`,
  );
}

async function inputs({ database: db }: Storage): Promise<Finding> {
  if (!(await areInputsApart(db))) {
    const text =
      'of new runs are stored with the runs, and retention deletes them one by one; once no older release is needed any more, "brickwork migrate --partition-inputs" stores them in partitions';
    return ok('inputs', text);
  }
  const [partitions, now] = [await listPartitions(db), uuidAt(new Date())];
  const isThere = partitions.some(({ from, to }) => from <= now && now < to);
  return isThere
    ? ok('inputs', partitions.length === 1 ? 'in 1 partition' : `in ${partitions.length} partitions`)
    : warning(
        'inputs',
        'there is no partition for those of today, so retention deletes them one by one; look for warnings about housekeeping in the logs',
      );
}

/** While there is another secret: whether it is still needed, by looking at everything that is encrypted. */
async function rotation(
  config: Config,
  { database: db, secrets }: Storage,
  nodes: readonly RunningNode[],
): Promise<Finding[]> {
  if (secrets.length === 1) return [];
  const name = 'secret rotation';
  const { old, unreadable } = await rotateSecret(db, secrets, { isCount: true });
  const differing = nodesWithOther(nodes, config.written[SETTINGS.secret.env]);
  if (unreadable > 0)
    return [
      fault(name, `${unreadable} values can be decrypted with neither secret; set the one they were encrypted with`),
    ];
  if (differing > 0)
    return [
      warning(
        name,
        `waits for ${differing} nodes that have another BRICKWORK_SECRET than this shell; set it and restart them`,
      ),
    ];
  return [
    old > 0
      ? warning(
          name,
          `${old} values are still encrypted with the other secret; running nodes re-encrypt them in the background`,
        )
      : ok(name, 'complete: remove BRICKWORK_SECRET_OTHER (or the file secret.other) everywhere and restart the nodes'),
  ];
}

/** Of the nodes that run; where none does, of this shell, which would start one. */
async function settings(shell: Config, nodes: readonly RunningNode[]): Promise<Finding[]> {
  const served = configsOf(nodes);
  const configs = served.length > 0 ? served : [shell];
  const elsewhere = modelsElsewhere(nodes, shell);
  return [
    ...examineSettings(nodes, shell),
    ...distinct(configs.flatMap((config) => [...exposure(config), ...webhookSettings(config)])),
    ...(shell.models.length === 0 && elsewhere.length > 0 ? [] : await models(shell)),
    ...elsewhere,
  ];
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function exposure(config: Config): Finding[] {
  const isOpen = config.host !== '127.0.0.1' && config.host !== '::1' && config.host !== 'localhost';
  return [
    isOpen
      ? warning(
          'listening',
          `${config.host}:${config.port} is reachable from other machines in plain HTTP; put a TLS proxy in front`,
        )
      : ok('listening', `${config.host}:${config.port}, this machine only`),
    ...(config.reportingListen !== undefined && !/^(127\.|::1$|localhost$)/.test(config.reportingListen.host)
      ? [
          warning(
            'reporting address',
            `${config.reportingListen.host}:${config.reportingListen.port} accepts reporting logins from other machines without TLS; use it only in a private network`,
          ),
        ]
      : []),
    ...(config.trustProxy > 0
      ? [
          warning(
            'proxy',
            `BRICKWORK_TRUST_PROXY=${config.trustProxy}: callers can forge their address unless every request comes through that many of your proxies`,
          ),
        ]
      : []),
  ];
}

function webhookSettings(config: Config): Finding[] {
  const findings: Finding[] = [];
  if (config.webhookAllow.length > 0) {
    const text =
      'BRICKWORK_WEBHOOK_ALLOW is set: webhooks may reach addresses that are not public. For development only';
    findings.push(warning('webhook addresses', text));
  }
  if (config.webhookAllowHttp) {
    const text = 'BRICKWORK_WEBHOOK_ALLOW_HTTP=1: events may be sent unencrypted. For development only';
    findings.push(warning('webhook transport', text));
  }
  return findings.length > 0 ? findings : [ok('webhook guard', 'https to public addresses only')];
}

async function webhooks(storage: Storage): Promise<Finding[]> {
  const { rows } = await storage.database.query<WebhookRow>(
    `SELECT e.workspace_id, e.environment, e.secret, e.enabled, w.name, (SELECT count(*)::int FROM webhook_deliveries d
       WHERE d.workspace_id = e.workspace_id AND d.environment = e.environment AND d.status = 'dead' AND d.updated_at > now() - interval '24 hours') AS dead
     FROM webhook_endpoints e JOIN workspaces w ON w.id = e.workspace_id ORDER BY w.name, e.environment`,
  );
  const box = createSecretBox(storage.secrets, SECRET_PURPOSE);
  const findings = rows.flatMap((row) => {
    const name = `webhook of ${row.name} (${row.environment})`;
    const binding = bindingOf({ workspaceId: encodeId('ws', row.workspace_id), environment: row.environment });
    return [
      ...(box.open(row.secret, binding) === undefined
        ? [
            fault(
              name,
              'its secret was encrypted with another BRICKWORK_SECRET; restore that one, or rotate the webhook secret',
            ),
          ]
        : []),
      ...(row.enabled
        ? []
        : [warning(name, 'is disabled, and its events are held; enable it, or register another URL')]),
      ...(row.dead > 0
        ? [
            warning(
              name,
              `${row.dead} deliveries were dead-lettered in the last 24 hours; retry them with "brickwork webhooks recover"`,
            ),
          ]
        : []),
    ];
  });
  return findings.length > 0 ? findings : [ok('webhooks', `${rows.length} registered, no problems`)];
}

interface WebhookRow {
  workspace_id: string;
  environment: 'live' | 'test';
  secret: Buffer;
  enabled: boolean;
  name: string;
  dead: number;
}

async function models(config: Config): Promise<Finding[]> {
  if (config.models.length === 0) {
    return [
      ok('model', 'none is configured, so the local engine answers; set BRICKWORK_MODEL=provider/name to use one'),
    ];
  }
  const probed = await Promise.all(config.models.map(probeModel));
  return probed.map(({ level, text }) => ({ level, name: 'model', text }));
}

function directory(dataDir: string): Finding[] {
  const owner = ownerOf(dataDir);
  const service =
    owner?.kind === 'service'
      ? ok('service', `runs as process ${owner.pid}`)
      : warning('service', 'is not running; "npm start" starts it');
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    const freeGib = (bavail * bsize) / 1024 ** 3;
    const disk =
      freeGib < 1
        ? warning('disk', `only ${freeGib.toFixed(2)} GiB are free at ${dataDir}; make room`)
        : ok('disk', `${freeGib.toFixed(0)} GiB free`);
    const mode = statSync(join(dataDir, 'secret')).mode & 0o777;
    const secret =
      (mode & 0o077) === 0
        ? ok('secret', 'readable by its owner only')
        : fault('secret', `${join(dataDir, 'secret')} is readable by others: chmod 600 it`);
    return [service, disk, secret];
  } catch {
    return [service, warning('data directory', `${dataDir} does not exist yet; the first start creates it`)];
  }
}

async function database({ database: db, place }: Storage): Promise<Finding[]> {
  const { rows } = await db.query<{ version: string; skew: number; durable: boolean; oldest: number }>(
    `SELECT current_setting('server_version') AS version,
       extract(epoch FROM clock_timestamp() - $1::timestamptz)::float AS skew,
       current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' AS durable,
       coalesce((SELECT max(extract(epoch FROM now() - xact_start)) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'), 0)::float AS oldest`,
    [new Date()],
  );
  const row = rows[0];
  if (row === undefined) return [fault('database', 'returned no row')];
  const violations = await checkInvariants(db);
  return [
    violations.length === 0
      ? ok('invariants', 'every run has ended or has exactly one job')
      : fault('invariants', `${violations.join('; ')}; please report this`),
    ok('database', `PostgreSQL ${row.version} at ${place}`),
    Math.abs(row.skew) > 2
      ? fault('clock', `this machine and the database differ by ${row.skew.toFixed(1)} s; synchronise them`)
      : ok('clock', 'agrees with the database'),
    row.durable
      ? ok('durability', 'commits reach the disk')
      : fault('durability', 'fsync or synchronous_commit is off: accepted runs can be lost'),
    row.oldest > 60
      ? warning(
          'transactions',
          `one has been open and idle for ${Math.round(row.oldest)} s, which slows down the queue; end it`,
        )
      : ok('transactions', 'none is open and idle'),
  ];
}
