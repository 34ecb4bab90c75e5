/** Both transports, with the official SDK's own client. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BRICKWORK, ROOT } from '../../../test/support/run-brickwork.ts';
import { publishKit, TRANSCRIPT } from '../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { WEBHOOK_ENVIRONMENT } from '../../../test/support/webhook-receiver.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT);
  await publishKit(service);
});
afterAll(() => service.stop());

const overHttp = (key: string, query = '?toolsets=all') => {
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  return new StreamableHTTPClientTransport(new URL(`/mcp${query}`, service.url), { requestInit });
};
const overStdio = (key: string, options = ['--toolsets', 'all']) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [BRICKWORK, 'mcp', ...options],
    env: { PATH: process.env.PATH ?? '', BRICKWORK_URL: service.url, BRICKWORK_API_KEY: key },
  });

type TransportOf = typeof overHttp | typeof overStdio;

async function connected(transportOf: TransportOf, toolsets: string | undefined): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport =
    transportOf === overHttp
      ? overHttp(service.adminKey, toolsets === undefined ? '' : `?toolsets=${toolsets}`)
      : overStdio(service.adminKey, toolsets === undefined ? [] : ['--toolsets', toolsets]);
  // The SDK's own types do not agree with exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
}

async function toolsOf(transportOf: TransportOf, toolsets: string | undefined) {
  const client = await connected(transportOf, toolsets);
  const { tools } = await client.listTools();
  await client.close();
  return tools;
}

const DRAFT = 'kit: drafted\nbricks:\n  - { key: words, type: numeric, metric: word_count }\n';

interface Result {
  isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: looked at the way an assistant would, without types.
  structuredContent?: any;
  content?: { text: string }[];
}

describe.each([
  ['streamable HTTP', overHttp],
  ['stdio', overStdio],
])('MCP over %s', (_name, transportOf) => {
  let client: Client;
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: args })) as Result;
  beforeAll(async () => {
    client = await connected(transportOf, 'all');
  }, 60_000);
  afterAll(() => client.close());
  let few: ReturnType<typeof toolsOf> | undefined;
  /** Unless more are asked for; looked at once, since a command is started for it. */
  const offered = () => {
    few ??= toolsOf(transportOf, undefined);
    return few;
  };

  it('fetches review items, answers them and hands them back', async () => {
    const kit = await publishKit(service);
    await service.call('PUT', `/v1/kits/${kit.kit_id}/review-policy`, { key: service.adminKey, body: { random: 1 } });
    const run = await service.call('POST', '/v1/runs', {
      key: service.adminKey,
      body: { kit_code: kit.kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync' },
    });
    const next = () => call('next_review_item', { kit: 'call_shape', reviewer: 'assistant' });
    const { item } = (await next()).structuredContent;
    expect(item.run_id).toBe(run.body.run_id);
    const include = 'conversation,reviews';
    const shown = (await call('get_run', { run_id: item.run_id, include })).structuredContent;
    expect(shown.conversation.turns).toHaveLength(3);
    const returned = await call('return_review_item', { item_id: item.item_id, reviewer: 'assistant' });
    expect(returned.structuredContent).toEqual({ item_id: item.item_id, returned: true });
    expect((await next()).structuredContent.item.item_id).toBe(item.item_id);
    const reviews = [{ brick: 'turns', verdict: 'wrong', value: 4 }];
    const reviewed = await call('review_run', { run_id: item.run_id, reviews, reviewer: 'assistant' });
    expect(reviewed.structuredContent.data).toMatchObject([{ brick: 'turns', verdict: 'wrong', value: 4 }]);
    expect((await next()).structuredContent).toEqual({ open: 0 });
    const quality = await call('get_quality', {
      kit: 'call_shape',
      group_by: 'version',
      where: { 'answer.turns': '3' },
    });
    const [group] = quality.structuredContent.data;
    expect(group).toMatchObject({ group: '1', bricks: [{ brick: 'turns', correct: 0, wrong: group.bricks[0].n }] });
  });

  it('tests a channel, and masks the words of people', async () => {
    const body = { kind: 'slack', url: 'https://127.0.0.1:9/x', topics: ['alerts'] };
    await service.call('PUT', '/v1/channels/ops', { key: service.adminKey, body });
    expect((await call('list_channels')).structuredContent.data).toMatchObject([{ name: 'ops' }]);
    const tested = (await call('test_channel', { name: 'ops' })).structuredContent;
    expect([tested.test, tested.status === 'succeeded', typeof tested.outcome]).toEqual([true, false, 'string']);
    const { structuredContent: run } = await call('evaluate_conversation', {
      kit: 'call_shape',
      conversation: TRANSCRIPT,
      external_id: 'maya@example.com',
    });
    const masked = (await call('get_run', { run_id: run.run_id, mask: true })).structuredContent;
    expect([run.external_id, masked.external_id]).toEqual(['maya@example.com', '<EMAIL_1>']);
    const listed = await call('list_runs', { limit: 1, mask: true });
    expect(listed.structuredContent.data[0].external_id).toBe('<EMAIL_1>');
  });

  it('offers prompts that name only tools that exist', async () => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name).sort()).toEqual(['review_run', 'why_low_score', 'write_kit']);
    const asked = await Promise.all([
      client.getPrompt({ name: 'write_kit', arguments: { questions: 'Was the caller angry?' } }),
      client.getPrompt({ name: 'review_run', arguments: { run_id: 'run_1' } }),
      client.getPrompt({ name: 'why_low_score', arguments: { run_id: 'run_2' } }),
    ]);
    const text = JSON.stringify(asked);
    expect(text).toContain('Was the caller angry?');
    expect(text).toContain('run_1');
    expect(text).toContain('run_2');
    const tools = (await offered()).map(({ name }) => name);
    for (const named of text.match(/\b(?:get|list|check|push|evaluate)_[a-z_]+\b/g) ?? [])
      expect(tools).toContain(named);
  });

  it('offers few tools in few characters unless more are asked for', async () => {
    const tools = await offered();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'ask_calls',
      'check_kit',
      'evaluate_conversation',
      'get_insights',
      'get_kit_schema',
      'get_question',
      'get_run',
      'list_kits',
      'list_runs',
      'push_kit_draft',
    ]);
    expect(JSON.stringify({ tools }).length).toBeLessThan(25_000);
    expect(JSON.stringify(tools)).not.toMatch(/outputSchema|\$ref|\$defs/);
    const { tools: all } = await client.listTools();
    expect([all.length, new Set(all.map(({ name }) => name)).size]).toEqual([44, 44]);
  });

  it('says which toolset a tool is in', async () => {
    const few = await connected(transportOf, 'core,review');
    expect((await few.listTools()).tools.map(({ name }) => name)).toContain('review_run');
    await expect(few.callTool({ name: 'list_alerts', arguments: {} })).rejects.toThrow('toolset “figures”');
    await few.close();
  });

  it('takes conditions, dimensions and switches as the API does', async () => {
    const { kit_code } = await publishKit(service);
    const metadata = { team: 'Lisbon' };
    const body = { kit_code, input: { transcript: TRANSCRIPT }, mode: 'sync', metadata };
    const { run_id } = (await service.call('POST', '/v1/runs', { key: service.adminKey, body })).body;
    const ids = async (args: object) =>
      (await call('list_runs', { kit_code: 'call_shape', ...args })).structuredContent.data.map(
        (run: { run_id: string }) => run.run_id,
      );
    expect(await ids({ where: { 'answer.turns': '3', 'metadata.team': 'Lisbon' }, reviewed: false })).toContain(run_id);
    expect(await ids({ dimensions: { team: 'Lisbon' }, limit: 1 })).toEqual([run_id]);
    expect(await ids({ dimensions: { team: 'Madrid' } })).toEqual([]);
    const insights = await call('get_insights', {
      kit: 'call_shape',
      group_by: 'team',
      dimensions: { team: 'Lisbon' },
    });
    expect(insights.structuredContent.data).toMatchObject([{ group: 'Lisbon' }]);
    const rule = { kit: 'call_shape', brick: 'turns', aggregate: 'mean', window: '7d', above: 1, min_runs: 1 };
    const checked = await call('check_alert', { ...rule, where: { team: 'Lisbon' } });
    expect(checked.structuredContent).toMatchObject({ figure: expect.anything() });
  });

  it('evaluates a conversation and finds the run again', async () => {
    const { structuredContent: run } = await call('evaluate_conversation', {
      kit: 'call_shape',
      conversation: TRANSCRIPT,
    });
    expect(run).toMatchObject({ status: 'succeeded', output: { bricks: { turns: { value: 3 } } } });
    expect((await call('get_run', { run_id: run.run_id })).structuredContent).toEqual(run);
    const turns = [{ speaker: 'agent', text: 'One two.' }];
    const other = await call('evaluate_conversation', {
      kit: 'call_shape',
      conversation: turns,
      external_id: 'call-7',
    });
    expect(other.structuredContent.output.bricks.agent_words.value).toBe(2);
    const listed = await call('list_runs', { external_id: 'call-7', limit: 1 });
    expect(listed.structuredContent.data).toMatchObject([{ external_id: 'call-7' }]);
    const words = async () => (await call('list_runs', { q: 'one two', external_id: 'call-7' })).structuredContent.data;
    await expect.poll(words, { timeout: 20_000 }).toMatchObject([{ external_id: 'call-7' }]);
  });

  it('lists kits, checks a file, pushes a draft and tries it in the sandbox', async () => {
    const { structuredContent: kits } = await call('list_kits');
    expect(kits.data.map(({ kit }: { kit: string }) => kit)).toContain('call_shape');
    expect((await call('get_kit_schema', { kit: 'call_shape' })).structuredContent.bricks).toHaveLength(2);
    const faulty = await call('check_kit', { source: 'kit: drafted\nbricks:\n  - { key: words, type: nomeric }\n' });
    expect(faulty.structuredContent).toMatchObject({ ok: false, faults: [{ path: 'bricks[0].type', line: 3 }] });
    expect((await call('check_kit', { source: DRAFT })).structuredContent).toEqual({
      ok: true,
      faults: [],
      advice: [],
    });
    const { structuredContent: pushed } = await call('push_kit_draft', { source: DRAFT });
    expect(pushed).toMatchObject({ kit: 'drafted', status: 'draft' });
    const tried = await call('evaluate_conversation', {
      kit: pushed.kit_version_id,
      conversation: 'Agent: Hi.',
      sandbox: true,
    });
    expect(tried.structuredContent).toMatchObject({ status: 'succeeded', type: 'sandbox' });
  });

  it('returns mistakes as results that an assistant can act on', async () => {
    const missing = await call('get_run', { run_id: 'run_none' });
    expect(missing).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('run_not_found') }] });
    const unfit = await call('evaluate_conversation', { kit: 'call_shape', conversation: '' });
    expect(unfit).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('kit_input_invalid') }] });
    const refused = await call('push_kit_draft', { source: 'kit: Drafted!' });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('nothing was pushed') }],
    });
  });

  it('gives kits and runs as resources', async () => {
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toContain('brickwork://kits/call_shape');
    const run = uris.find((uri) => uri.startsWith('brickwork://runs/')) ?? '';
    for (const [uri, field] of [
      ['brickwork://kits/call_shape', 'json_schema'],
      [run, 'run_id'],
    ] as const) {
      const { contents } = await client.readResource({ uri });
      expect(JSON.parse((contents[0] as { text: string }).text)).toHaveProperty(field);
    }
  });
});

describe('MCP and permissions', () => {
  it('needs a key, and can do no more than the key', async () => {
    const anonymous = await service.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    expect([anonymous.status, anonymous.body.error]).toEqual([401, 'missing_bearer_token']);
    const viewer = new Client({ name: 'test', version: '1.0.0' });
    const key = await service.key(service.workspaceId, 'live', 'viewer');
    await viewer.connect(overHttp(key) as Parameters<Client['connect']>[0]);
    const call = async (name: string, args: object) =>
      (await viewer.callTool({ name, arguments: { ...args } })) as Result;
    expect((await call('list_kits', {})).isError).toBeUndefined();
    for (const [name, args] of [
      ['evaluate_conversation', { kit: 'call_shape', conversation: TRANSCRIPT }],
      ['push_kit_draft', { source: DRAFT }],
    ] as const) {
      const { isError, content } = await call(name, args);
      expect([isError, content?.[0]?.text]).toEqual([true, expect.stringContaining('403 forbidden')]);
    }
    await viewer.close();
  });

  it('sees only its own workspace and environment', async () => {
    const other = new Client({ name: 'test', version: '1.0.0' });
    const key = await service.key(await service.workspace('other'));
    await other.connect(overHttp(key) as Parameters<Client['connect']>[0]);
    expect(((await other.callTool({ name: 'list_kits', arguments: {} })) as Result).structuredContent).toMatchObject({
      data: [],
    });
    expect((await other.listResources()).resources).toEqual([]);
    await other.close();
  });

  it('refuses a toolset that does not exist', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const refused = await service.call('POST', '/mcp?toolsets=core,everything', { key: service.adminKey, body });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_parameter']);
    expect(refused.body.detail).toContain('core, figures, review');
  });

  it('is one method at one path', async () => {
    const read = await service.call('GET', '/mcp', { key: service.adminKey });
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the MCP guide', () => {
  it('names every tool with its toolset', async () => {
    const guide = readFileSync(join(ROOT, 'docs', 'guides', 'mcp.md'), 'utf8');
    for (const toolset of ['core', 'figures', 'review', 'connect', 'admin']) {
      const section = guide.split(`\n### ${toolset}`)[1]?.split('\n#')[0] ?? '';
      for (const { name } of await toolsOf(overHttp, toolset)) expect(section).toContain(`\`${name}\``);
    }
  });
});
