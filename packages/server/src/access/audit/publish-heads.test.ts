/** Heads reach the anchor, whatever it does: a bucket whose objects are locked, or a receiver. */
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { trustedCertificate } from '../../../../../test/support/certificate.ts';
import { S3_KEY, type S3Server, startS3Server } from '../../../../../test/support/s3-server.ts';
import { silentLogger } from '../../core/logger.ts';
import { anchorAt, type PublishedHead } from './anchor-heads.ts';
import { createHeadSigner } from './audit-entry.ts';
import { openCheckpoints } from './checkpoints.ts';
import { createPublisher } from './publish-heads.ts';

const signer = createHeadSigner([Buffer.alloc(32, 7)]);
const HEAD: PublishedHead = {
  workspace_id: 'ws_01jcq8v5h3m8e7x2k9n4b6c1d0',
  head: `42:${'9f'.repeat(32)}`,
  epoch: 0,
  at: '2026-11-18T08:00:00.000Z',
  signature: 'ab',
};

/** A node that knows the chains of these workspaces, each at a position. */
function publisherOf(positions: Record<string, number>, anchor: (head: PublishedHead) => Promise<void>) {
  const checkpoints = openCheckpoints(undefined, signer, silentLogger);
  const time = { now: new Date('2026-11-18T08:00:00Z') };
  const errors: string[] = [];
  const set = (workspace: string, position: number) =>
    checkpoints.set(workspace, { position, hash: Buffer.alloc(32, position), macFrom: 1, epoch: 0 });
  for (const [workspace, position] of Object.entries(positions)) set(workspace, position);
  const logger = { ...silentLogger, error: (_fields: object, message: string) => errors.push(message) };
  const publisher = createPublisher({ checkpoints, signer, clock: { now: () => time.now }, anchor, logger });
  return { ...publisher, set, time, errors };
}

describe('an anchor that takes nothing', () => {
  it('is told again until it does, of the newest head, and held up by none of the others', async () => {
    const taken: string[] = [];
    let isAway = true;
    let asked = 0;
    const node = publisherOf({ one: 1, two: 2 }, async ({ workspace_id, head }) => {
      asked += 1;
      if (isAway) throw new Error('the receiver answered with 503');
      taken.push(`${workspace_id} ${head.split(':')[0]}`);
    });
    await node.publish();
    await node.publish();
    expect([asked, node.errors]).toEqual([2, ['the head of the audit log was not anchored']]);
    node.time.now = new Date('2026-11-18T09:30:00Z');
    node.set('one', 5);
    await node.publish();
    expect(node.overdueSeconds()).toBe(5_400);
    isAway = false;
    await node.publish();
    expect(taken.toSorted()).toEqual(['one 5', 'two 2']);
    expect(node.overdueSeconds()).toBe(0);
    await node.publish();
    expect(taken).toHaveLength(2);
  });
});

describe('a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server('anchors');
    vi.stubEnv('AWS_ENDPOINT_URL_S3', s3.url);
    vi.stubEnv('AWS_REGION', 'eu-west-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEY.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEY.secretAccessKey);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await s3.close();
  });

  it('gets an object for each head, which nobody can delete for as long as the address says, and none is written over', async () => {
    const headers: Record<string, unknown>[] = [];
    s3.onRequest = (_method, _key, _body, given) => void headers.push(given);
    const anchor = anchorAt('s3://anchors/audit?lock_days=400');
    await anchor(HEAD);
    const [[name, { bytes }] = ['', { bytes: Buffer.of() }]] = [...s3.objects];
    expect(name).toBe(`audit/${HEAD.workspace_id}/000000000000042-9f9f9f9f9f9f9f9f.json`);
    expect(JSON.parse(bytes.toString())).toEqual(HEAD);
    expect(headers[0]).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': '2027-12-23T08:00:00Z',
    });
    await anchor({ ...HEAD, at: '2026-11-18T09:00:00.000Z' });
    expect(JSON.parse(s3.objects.get(name)?.bytes.toString() ?? '')).toEqual(HEAD);
    headers.length = 0;
    await anchorAt('s3://anchors')({ ...HEAD, head: `43:${'9f'.repeat(32)}` });
    expect(headers[0]).not.toHaveProperty('x-amz-object-lock-mode');
  });

  it('that cannot be reached is an error', async () => {
    await expect(anchorAt('s3://another/audit')(HEAD)).rejects.toThrow();
  });
});

describe('a receiver', () => {
  it('gets the head with POST and the login of the address; what it refuses is an error, and it is followed nowhere', async () => {
    const { key, cert, distrust } = trustedCertificate('localhost');
    const requests: { login: string | undefined; body: unknown }[] = [];
    let status = 204;
    const server = createServer({ key, cert }, async (request, response) => {
      requests.push({ login: request.headers.authorization, body: JSON.parse(await text(request)) });
      response.writeHead(status, status === 302 ? { location: 'https://localhost/' } : {}).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const anchor = anchorAt(`https://brickwork:s%3Acret@localhost:${port}/heads`);
      await anchor(HEAD);
      expect(requests).toEqual([{ login: `Basic ${Buffer.from('brickwork:s:cret').toString('base64')}`, body: HEAD }]);
      status = 500;
      await expect(anchor(HEAD)).rejects.toThrow('the receiver answered with 500');
      status = 302;
      await expect(anchor(HEAD)).rejects.toThrow();
    } finally {
      distrust();
      server.closeAllConnections();
      server.close();
    }
  });
});
