/** `brickwork members` on a real database: invited, listed, changed, signed out, reset, removed; the last admin stays. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinedPerson } from '../../../test/support/people.ts';
import { runCommand } from '../../../test/support/run-command.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { EXIT } from '../src/exit-codes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const members = (...args: string[]) =>
  runCommand(['members', ...args, '--workspace', 'default'], {
    DATABASE_URL: service.testDatabase.url,
    BRICKWORK_SECRET: '07'.repeat(32),
    BRICKWORK_PUBLIC_URL: 'https://calls.example.com',
  });

it('invites, lists, changes, signs out, resets and removes people, and keeps the last admin', async () => {
  const invited = await members('invite', 'maya@example.com', '--role', 'viewer');
  expect(invited.stdout).toMatch(
    /^https:\/\/calls\.example\.com\/console\S+\n\nWith this link, maya@example\.com becomes viewer/,
  );
  expect((await members('list')).stdout).toMatch(/maya@example\.com +viewer +invited by/);
  await joinedPerson(service, service.adminKey, 'ada@example.com', 'admin', { name: 'Ada' });
  await joinedPerson(service, service.adminKey, 'tom@example.com', 'viewer', { name: 'Tom' });
  const list = JSON.parse((await members('list', '--json')).stdout);
  expect(list.data).toMatchObject([{ email: 'ada@example.com' }, { email: 'tom@example.com' }]);
  expect((await members('role', 'tom@example.com', '--role', 'reviewer')).stdout).toBe(
    'tom@example.com is reviewer now.\n',
  );
  expect((await members('sign-out', 'ada@example.com')).stdout).toBe('ada@example.com is signed out of 1 session.\n');
  expect((await members('reset', 'tom@example.com')).stdout).toContain('tom@example.com sets new credentials');
  expect((await members('remove', 'tom@example.com')).stdout).toMatch(/^Removed tom@example\.com\./);
  const last = await members('remove', 'ada@example.com');
  expect(last.code).not.toBe(EXIT.ok);
  expect(last.stderr).toContain('last admin');
  expect((await members('remove', 'nobody@example.com')).code).not.toBe(EXIT.ok);
});
