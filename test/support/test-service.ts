/** The real service on a database of its own, spoken to over real HTTP; every answer is checked against the contract. */

import type { Environment, Role } from '@brickwork/contract';
import { auditKeyOf } from '@brickwork/server/access/audit/audit-entry';
import { createKey } from '@brickwork/server/access/manage-keys';
import { createWorkspace } from '@brickwork/server/access/manage-workspaces';
import { silentLogger } from '@brickwork/server/core/logger';
import { connectionOfUrl } from '@brickwork/server/database/database';
import { composeService, type Service } from '@brickwork/server/main/compose';
import { type Config, readConfig } from '@brickwork/server/main/config';
import { keepConnections } from './kept-connections.ts';
import { sharedChecks, sharedMapper, sharedPool } from './shared-pool.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export interface TestResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers the way a user would, without types.
  body: any;
}

export interface RequestOptions {
  key?: string;
  body?: unknown;
  /** Sent as it is, with the content type given in `headers`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export type Testing = NonNullable<Parameters<typeof composeService>[3]>;

export interface TestNode {
  url: string;
  service: Service;
  call(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  stop(): Promise<void>;
}

export interface TestService extends TestNode {
  testDatabase: TestDatabase;
  workspace(name: string, plan?: string): Promise<string>;
  key(workspaceId: string, environment?: Environment, role?: Role, expiresAt?: Date): Promise<string>;
  /** A workspace `default` with a live admin key. */
  workspaceId: string;
  adminKey: string;
  config: Config;
  /** Another node on the same database. */
  node(environment?: NodeJS.ProcessEnv): Promise<TestNode>;
}

export async function startTestService(
  environment: NodeJS.ProcessEnv = {},
  testing: Testing = {},
): Promise<TestService> {
  const testDatabase = await createTestDatabase();
  const nodes: TestNode[] = [];
  const node = async (more: NodeJS.ProcessEnv = {}) => {
    const started = await startNode(testDatabase, { ...environment, ...more }, testing);
    nodes.push(started);
    return started;
  };
  const first = await node();
  const { access } = first.service;
  const workspace = async (name: string, plan = 'unlimited') => (await createWorkspace(access, name, plan)).id;
  const key = async (workspaceId: string, env: Environment = 'live', role: Role = 'admin', expiresAt?: Date) =>
    (
      await createKey(expiresAt === undefined ? access : { ...access, clock: LONG_AGO }, workspaceId, {
        environment: env,
        role,
        agent: role === 'agent' ? TEST_AGENT : undefined,
        expiresAt,
      })
    ).secret;
  const workspaceId = await workspace('default');
  return {
    ...first,
    testDatabase,
    workspace,
    key,
    workspaceId,
    adminKey: await key(workspaceId),
    config: testConfig(environment),
    node,
    async stop() {
      await Promise.all(nodes.map((each) => each.stop()));
      await testDatabase.close();
    },
  };
}

const shared = new Map<Testing['evaluate'], Promise<TestService>>();
let views = 0;

/**
 * The service of this process for files that need nothing special of it, with a workspace of their own: another service costs 0.27 s of CPU.
 * It ends with the process. Names of workspaces differ from those of other files.
 */
export async function sharedTestService(evaluate?: Testing['evaluate']): Promise<TestService> {
  const started = shared.get(evaluate) ?? startTestService({}, evaluate && { evaluate });
  shared.set(evaluate, started);
  const service = await started;
  views += 1;
  const suffix = `-${views}`;
  const workspace = (name: string, plan?: string) => service.workspace(`${name}${suffix}`, plan);
  const workspaceId = await workspace('default');
  return { ...service, workspace, workspaceId, adminKey: await service.key(workspaceId), stop: async () => {} };
}

/** Whose calls a key with the role agent sees. */
export const TEST_AGENT = 'Maya K.';

/** So that a key can be made that has expired by now. */
const LONG_AGO = { now: () => new Date(0) };

/** A service that sets one of these has a pool of its own. */
const OF_THE_POOL = ['BRICKWORK_THREADS', 'BRICKWORK_READER', 'BRICKWORK_EVALUATION_MS'];

function testConfig(environment: NodeJS.ProcessEnv): Config {
  return readConfig({
    LOG_LEVEL: 'silent',
    BRICKWORK_THREADS: '1',
    BRICKWORK_READER: '0',
    BRICKWORK_DRAIN_MS: '100',
    BRICKWORK_ANSWER_WITHIN_MS: '0', // A busy machine is no overload.
    BRICKWORK_FAILED_AUTH_PER_MINUTE: '100000',
    ...environment,
  });
}

async function startNode(
  testDatabase: TestDatabase,
  environment: NodeJS.ProcessEnv,
  testing: Testing,
): Promise<TestNode> {
  const config = testConfig(environment);
  const { databaseUrl: given, databaseListenUrl: direct, databaseReadUrl: read } = config;
  const secrets = [config.secret ?? Buffer.alloc(32, 7), ...(config.secretOther ? [config.secretOther] : [])] as const;
  const database = testDatabase.open({
    auditKey: auditKeyOf(secrets[0]),
    ...(given === undefined ? {} : { connection: connectionOfUrl(given) }),
    ...(direct === undefined ? {} : { directConnection: connectionOfUrl(direct) }),
    ...(read === undefined ? {} : { readConnection: connectionOfUrl(read) }),
  });
  const storage = {
    database,
    secrets,
    place: 'test',
    isEmbedded: false,
    directory: environment.BRICKWORK_DATA_DIR,
    close: async () => {},
  };
  const service = await composeService(config, storage, silentLogger, {
    checkResponses: true,
    checks: sharedChecks(),
    mapper: sharedMapper(),
    ...(OF_THE_POOL.every((name) => environment[name] === undefined) && { pool: sharedPool(config) }),
    ...testing,
  });
  await service.background.start();
  const url = await service.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const connections = keepConnections(url);
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    service.drain();
    connections.close();
    service.app.fastify.server.closeAllConnections();
    await service.app.fastify.close();
    await service.background.stop();
  };
  return {
    url,
    service,
    call: (method, path, options = {}) => call(connections, method, path, options),
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}

async function call(
  { send }: Pick<ReturnType<typeof keepConnections>, 'send'>,
  method: string,
  path: string,
  { key, body, raw, headers }: RequestOptions,
): Promise<TestResponse> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const received = await send(method, path, {
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent }),
  });
  const { status, text, type } = received;
  const isJson = type.startsWith('application/json') && text !== '';
  return {
    status,
    get headers() {
      return received.headers;
    },
    body: isJson ? JSON.parse(text) : text,
  };
}
