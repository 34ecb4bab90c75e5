/** What the SDK's own client does not send; the tools themselves are tested with the command line. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedTestService();
});
afterAll(() => service.stop());

const post = (body: unknown) =>
  service.call('POST', '/mcp', {
    key: service.adminKey,
    body,
    headers: { accept: 'application/json, text/event-stream' },
  });
const listKits = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'list_kits', arguments: {} },
});
const cancel = (requestId: number) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

describe('POST /mcp', () => {
  it('answers a batch that cancels a call of its own', async () => {
    const { status, body } = await post([listKits(1), cancel(1), listKits(2)]);
    expect(status).toBe(200);
    expect(body.map(({ id, result }: { id: number; result: { isError?: boolean } }) => [id, result.isError])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
  });

  it('takes a batch of nothing but cancellations as it takes one', async () => {
    expect((await post(cancel(7))).status).toBe(202);
    expect((await post([cancel(7), cancel(8)])).status).toBe(202);
  });

  it('refuses an argument that the tool does not have, and lists its tools so', async () => {
    const params = { name: 'list_runs', arguments: { kit: 'call_shape' } };
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('list_runs has no argument “kit”') }],
    });
    const { body: listed } = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const tool = listed.result.tools.find(({ name }: { name: string }) => name === 'list_runs');
    expect(tool.inputSchema).toMatchObject({ additionalProperties: false, properties: { kit_code: {} } });
  });

  it.each([
    ['evaluate_conversation', { conversation: 'Agent: hello' }, 'kit'],
    ['evaluate_conversation', { kit: 'call_shape', conversation: 7 }, 'conversation'],
    ['get_run', {}, 'run_id'],
    ['get_run', { run_id: 'run_x', as: 'seen' }, 'as'],
    ['list_runs', { limit: 'many' }, 'limit'],
    ['check_kit', { source: 1 }, 'source'],
  ])('%s with %j: the error names %s', async (name, args, argument) => {
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    expect(body.result.isError).toBe(true);
    expect(body.result.content[0].text).toMatch(new RegExp(`\\b${argument}\\b`));
  });
});
