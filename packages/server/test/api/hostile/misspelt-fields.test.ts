/** Every field of every body, misspelt: each is refused with the name that was meant. Ignored, a limit or an expiry would be lost without a word. */
import { ENDPOINTS, type Endpoint, runsApi } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { publishKit } from '../../../../../test/support/runs.ts';
import { sharedTestService, type TestService } from '../../../../../test/support/test-service.ts';

/** Their bodies are other people's: JSON-RPC, and what a telephone system sends. */
const NOT_OURS = ['mcp', 'receiveDelivery'];
/** Maps whose names the sender chooses, and whose values are not objects of ours. */
const FREE = ['metadata', 'input', 'expected', 'secrets', 'fields', 'speakers', 'payload', 'sample', 'where'];
/** Each line has its own result. */
const BY_LINE = ['createBatch', 'createImport'];

let service: TestService;
let kit: Record<string, string>;

beforeAll(async () => {
  service = await sharedTestService();
  kit = await publishKit(service);
});
afterAll(() => service.stop());

const withBody = ENDPOINTS.filter(({ id, body }) => body !== undefined && !NOT_OURS.includes(id));

type Json = Record<string, unknown>;
interface Misspelt {
  body: unknown;
  written: string;
  meant: string;
}

/** One letter too many. */
const misspell = (name: string): string => `${name.slice(0, 2)}x${name.slice(2)}`;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The body with one field misspelt, for each field at each depth. */
function misspellings(body: unknown): Misspelt[] {
  if (Array.isArray(body))
    return body.flatMap((entry, index) =>
      misspellings(entry).map((each) => ({ ...each, body: body.with(index, each.body) })),
    );
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([meant, value]) => {
    // A condition on the metadata of runs, whose names are free.
    if (meant.startsWith('metadata.')) return [];
    const { [meant]: _, ...others } = body;
    const written = misspell(meant);
    const deeper = FREE.includes(meant) ? [] : meant === 'bricks' ? inBricks(value) : misspellings(value);
    return [
      { body: { ...others, [written]: value }, written, meant },
      ...deeper.map((each) => ({ ...each, body: { ...body, [meant]: each.body } })),
    ];
  });
}

/** By the keys of a kit's bricks, which are free; in a list they are names. */
function inBricks(bricks: unknown): Misspelt[] {
  if (!isObject(bricks) || Array.isArray(bricks)) return misspellings(bricks);
  return Object.entries(bricks).flatMap(([key, value]) =>
    misspellings(value).map((each) => ({ ...each, body: { ...bricks, [key]: each.body } })),
  );
}

/** The fields that the example leaves out, each added with a wrong name. */
function addedTo(example: unknown, schema: z.ZodType): Misspelt[] {
  if (!isObject(example) || Array.isArray(example)) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: Json };
  return Object.keys(properties)
    .filter((name) => !(name in example))
    .map((meant) => ({ body: { ...example, [misspell(meant)]: null }, written: misspell(meant), meant }));
}

async function send({ id, method, path }: Endpoint, body: unknown) {
  const known: Record<string, string | undefined> = { kitId: kit.kit_id, runId: 'run_01hqz0000000000000000000zz' };
  const url = path.replace(/:(\w+)/g, (_, name: string) => known[name] ?? 'some');
  const given = isObject(body) && 'kit_code' in body ? { ...body, kit_code: kit.kit_code } : body;
  const answer = await service.call(method, url, { key: service.adminKey, body: given });
  if (!BY_LINE.includes(id) || answer.status !== 200) return answer;
  const [line] = answer.body.data;
  return { status: line.http_status, body: line };
}

/** These keep the code that the contract gives to a missing field; the kit's document has its own. */
const codesOf = ({ id, faults }: Endpoint): string[] =>
  id === 'pushKit'
    ? ['kit_definition_invalid']
    : ['invalid_parameter', ...Object.values((id === 'createBatch' ? runsApi.createRun.faults : faults) ?? {})];

describe('a misspelt field', () => {
  it.each(withBody.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s: is refused with the name that was meant',
    async (_name, endpoint) => {
      const example = endpoint.bodyExample ?? {};
      const wrong: string[] = [];
      for (const { body, written, meant } of [
        ...misspellings(example),
        ...addedTo(example, endpoint.body ?? z.unknown()),
      ]) {
        const { status, body: said } = await send(endpoint, body);
        const isRefused = [400, 422].includes(status) && codesOf(endpoint).includes(said.error);
        const told = [said.detail, ...(said.faults ?? []).map(({ path, hint }: Json) => `${path}: ${hint}`)].join('\n');
        if (!isRefused || !told.includes(written) || !told.includes(`"${meant}"`))
          wrong.push(`${written} for ${meant}: ${status} ${JSON.stringify(said)}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
