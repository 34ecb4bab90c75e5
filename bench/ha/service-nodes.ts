/** Four nodes of the service on the pair, two for the API and two that work, and a workspace to use them with. */
import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SMALL_KIT } from '../support/conversations.ts';
import { ROOT, type ServiceNode, startServiceNode } from '../support/service-node.ts';

const ROLES = ['api', 'api', 'worker', 'worker'] as const;
const run = promisify(execFile);

export interface ServiceNodes {
  urls: readonly string[];
  key: string;
  kitCode: string;
  logFile: string;
  stop(): Promise<void>;
}

export async function startServiceNodes(
  environment: Readonly<Record<string, string>>,
  workspace: string,
  directory: string,
): Promise<ServiceNodes> {
  await operate(environment, ['migrate']);
  await operate(environment, ['workspaces', 'create', workspace, '--plan', 'unlimited']);
  const scope = ['--workspace', workspace, '--env', 'live', '--role', 'admin'];
  const { key } = JSON.parse(await operate(environment, ['keys', 'create', ...scope, '--json'])) as { key: string };
  const logFile = join(directory, `${workspace}.log`);
  const nodes = await Promise.all(ROLES.map((role, index) => startNode(environment, role, index, logFile, directory)));
  const urls = nodes.filter((_, index) => ROLES[index] === 'api').map(({ url }) => url);
  return {
    urls,
    key,
    kitCode: await publish(urls[0] ?? '', key),
    logFile,
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      for (const index of nodes.keys()) rmSync(pidFile(directory, index), { force: true });
    },
  };
}

async function startNode(
  environment: Readonly<Record<string, string>>,
  role: string,
  index: number,
  logFile: string,
  directory: string,
): Promise<ServiceNode> {
  const node = await startServiceNode({
    databaseUrl: environment.DATABASE_URL ?? '',
    environment: {
      ...environment,
      BRICKWORK_ROLE: role,
      BRICKWORK_THREADS: '1',
      BRICKWORK_READER: '0',
      BRICKWORK_DATABASE_POOL: '8',
    },
    logFile,
  });
  writeFileSync(pidFile(directory, index), `${node.pid}\n`);
  return node;
}

/** The watchdog ends these if nothing else does. */
function pidFile(directory: string, index: number): string {
  return join(directory, `node-${index}.pid`);
}

/** The operator's commands, as the documents say. */
async function operate(environment: Readonly<Record<string, string>>, args: readonly string[]): Promise<string> {
  const file = join(ROOT, 'packages', 'cli', 'bin', 'brickwork.js');
  const { stdout } = await run(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment },
    timeout: 60_000,
  });
  return stdout;
}

async function publish(url: string, key: string): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { kit_id: string; kit_code: string };
  };
  const { kit_id: kitId } = await post('/v1/kits', SMALL_KIT);
  return (await post(`/v1/kits/${kitId}/publish`, {})).kit_code;
}
