/** What people sign in with, and what they do then. */
import { codeOf, type Person, withSession } from '../../../../../../test/support/people.ts';
import type { TestNode } from '../../../../../../test/support/test-service.ts';

export type Session = { cookie: string; csrf: string };

export const credentials = ({ email, password, uri }: Person, stepsLater = 0) => ({
  workspace: 'default',
  email,
  password,
  code: codeOf(uri, stepsLater),
});

export const callAs = (node: TestNode, person: Session, method: string, path: string, body?: object) =>
  node.call(method, path, { headers: withSession(person), ...(body && { body }) });
