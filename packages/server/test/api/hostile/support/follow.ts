/** Streams that somebody has open. */
import { expect } from 'vitest';
import type { TestService } from '../../../../../../test/support/test-service.ts';

/** Opens the stream and reads its beginning. */
export async function follow(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  await reader?.read();
  const readOn = async () => {
    try {
      return (await reader?.read())?.done === true ? 'whole' : 'open';
    } catch {
      return 'cut';
    }
  };
  /** Reads on, so slowly that a large stream would take much longer than anybody needs to notice. */
  return { expectCut: () => expect.poll(readOn, { interval: 100, timeout: 20_000 }).toBe('cut') };
}

export async function expectCutByRevoking(service: TestService, url: string): Promise<void> {
  const body = { environment: 'live', role: 'analyst', name: 'leaver' };
  const { body: made } = await service.call('POST', '/v1/keys', { key: service.adminKey, body });
  const stream = await follow(url, { authorization: `Bearer ${made.key}` });
  await service.call('DELETE', `/v1/keys/${made.id}`, { key: service.adminKey });
  await stream.expectCut();
}
