/** Which calls of the client a function makes: they name the query, and tell which queries a change makes stale. */
import type { BrickworkClient } from '@brickwork/client';

export type Resource = keyof BrickworkClient;

/** Resource, method and arguments, such as `['alerts', 'get', 'unhappy callers']`. */
export type Call = readonly [resource: string, method: string, ...input: unknown[]];

type Method = (...input: unknown[]) => unknown;

/** A client that notes each call before `answer` answers it. */
function watched(note: (call: Call) => void, answer: (resource: string, method: string) => Method): BrickworkClient {
  return new Proxy({} as BrickworkClient, {
    get: (_client, resource) =>
      new Proxy(
        {},
        {
          get:
            (_resource, method) =>
            (...input: unknown[]) => {
              note([String(resource), String(method), ...input]);
              return answer(String(resource), String(method))(...input);
            },
        },
      ),
  });
}

const NEVER = new Promise<never>(() => {});

/** The first call that a function makes, without making it. */
export function callOf(read: (api: BrickworkClient) => unknown): Call {
  const calls: Call[] = [];
  read(
    watched(
      (call) => calls.push(call),
      () => () => NEVER,
    ),
  );
  const [call] = calls;
  if (call === undefined) throw new Error('useRead takes a function that calls the client');
  return call;
}

/** The client, noting what is called. */
export function noting(client: BrickworkClient, calls: Call[]): BrickworkClient {
  const resources = client as unknown as Record<string, Record<string, Method>>;
  return watched(
    (call) => calls.push(call),
    (resource, method) =>
      (...input) =>
        resources[resource]?.[method]?.(...input),
  );
}
