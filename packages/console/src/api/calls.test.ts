import { createClient } from '@brickwork/client';
import { expect, test } from 'vitest';
import { type Call, callOf, noting } from './calls.ts';

test('a query is named by its call, which is not made', () => {
  expect(callOf((api) => api.runs.get('run_1', { as: 'reviewed' }))).toEqual([
    'runs',
    'get',
    'run_1',
    { as: 'reviewed' },
  ]);
  expect(callOf((api) => api.shadows.get('kit_1').catch(() => null))).toEqual(['shadows', 'get', 'kit_1']);
});

test('a change is made by the client, and its resources are noted', async () => {
  const calls: Call[] = [];
  const asked: string[] = [];
  const client = createClient({
    apiKey: 'svc_test_x',
    fetch: async (input) => {
      asked.push(new URL(String(input)).pathname);
      return Response.json({ name: 'loud calls', deleted: true });
    },
  });
  expect(await noting(client, calls).views.delete('loud calls')).toEqual({ name: 'loud calls', deleted: true });
  expect(asked).toEqual(['/v1/views/loud%20calls']);
  expect(calls).toEqual([['views', 'delete', 'loud calls']]);
});
