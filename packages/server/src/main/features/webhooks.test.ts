/** What other features get for their requests: connections that go nowhere but to public addresses. */
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { NO_TRACING } from '../../core/tracing.ts';
import type { Node } from '../feature.ts';
import { webhooksFeature } from './webhooks.ts';

const PUBLIC = '93.184.216.34';

function setUp() {
  const gauges = new Map<string, () => Promise<number>>();
  const subscribed: string[] = [];
  const asked: unknown[] = [];
  const query = async () => ({ rows: [{ waiting: 3, held: 1 }] });
  const node = {
    config: {
      ...{ role: 'api', leaseMs: 1_000, housekeepingMs: 1_000, drainMs: 0, headerPrefix: 'Service' },
      ...{ webhookAllow: [], webhookPorts: [8443], webhookAllowHttp: false, webhookConcurrency: 2, webhookSlots: 1 },
      ...{ webhookPayloadBytes: 1_000, webhookRetrySeconds: [1] },
    },
    database: { query, stale: { query } },
    secrets: [Buffer.alloc(32)] as const,
    logger: silentLogger,
    tracing: NO_TRACING,
    metrics: {
      gauge: (name: string, _help: string, read: () => Promise<number>) => gauges.set(name, read),
      counter: () => ({ inc() {} }),
    },
    notifications: { subscribe: (topic: string) => subscribed.push(topic) },
  } as unknown as Node;
  const feature = webhooksFeature(node, {
    resolve: async (hostname, _signal, owner) => {
      asked.push([hostname, owner]);
      return hostname === 'inside.example.com' ? ['10.0.0.1'] : [PUBLIC];
    },
    hide: async (body) => body,
    tellFailing: async () => {},
    runs: { findInput: async () => undefined, findTrace: async () => undefined },
  });
  return { feature, gauges, subscribed, asked };
}

describe('webhooksFeature', () => {
  it('lets others check their addresses by the same rules', async () => {
    const { outbound } = setUp().feature;
    expect(outbound.parseUrl('https://a.example.com:8443/x').port).toBe('8443');
    expect(() => outbound.parseUrl('https://a.example.com/x')).toThrow('The port must be one of 8443');
    expect(() => outbound.parseUrl('http://a.example.com:8443/x')).toThrow('https');
    expect((await outbound.checkUrl('https://a.example.com:8443/x', 'ws_1')).hostname).toBe('a.example.com');
    await expect(outbound.checkUrl('https://inside.example.com:8443/', 'ws_1')).rejects.toMatchObject({
      code: 'webhook_url_not_public',
    });
  });

  it('lets others connect through agents that are guarded', async () => {
    const { feature, asked } = setUp();
    const { httpAgent, httpsAgent } = feature.outbound.agents('ws_7');
    for (const agent of [httpAgent, httpsAgent]) {
      const error = await new Promise((resolve) => {
        agent.createConnection({ host: 'inside.example.com', port: 443 } as never, resolve as never);
      });
      expect(error).toMatchObject({ code: 'address_not_public' });
    }
    expect(asked).toEqual([
      ['inside.example.com', 'ws_7'],
      ['inside.example.com', 'ws_7'],
    ]);
  });

  it('refuses a request to what is not public', async () => {
    const { request, post } = setUp().feature.outbound;
    const url = new URL('https://inside.example.com:8443/');
    const signal = AbortSignal.timeout(5_000);
    const sent = { method: 'GET', url, headers: {}, body: undefined, mostBytes: 10 } as never;
    expect(await request(sent, signal, 'ws_1')).toEqual({ fault: 'address_not_public' });
    expect(await post(url, {}, '{}', signal, 'ws_1')).toEqual({ fault: 'address_not_public' });
  });

  it('has routes, counts what waits, and hears of endpoints that move', async () => {
    const { feature, gauges, subscribed } = setUp();
    expect(feature.routes?.length).toBeGreaterThan(5);
    expect(await gauges.get('brickwork_webhook_deliveries_waiting')?.()).toBe(3);
    expect(subscribed).toEqual(expect.arrayContaining(['endpoint_moved', 'jobs_ready']));
  });
});
