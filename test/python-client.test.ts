/** The Python client: its own tests, what is generated, and the wheel; its types, and all of it on the real service: `python-client.system.test.ts`. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { afterAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { packPython } from '../tools/pack-python.ts';
import { pythonClient } from '../tools/python-client.ts';
import { NOT_GENERATED, PYTHON_OPERATIONS, type PythonOperation } from '../tools/python-operations.ts';
import { isKeyword } from '../tools/python-types.ts';
import { PYTHON_HOME as HOME, python, QUIET } from './support/python.ts';
import { ROOT, temporaryDirectory } from './support/run-brickwork.ts';

describe('the Python client', () => {
  it('passes its own tests', async () => {
    const { stderr } = await python(['-m', 'unittest']);
    expect(stderr).toMatch(/Ran \d{2,} tests/);
    expect(stderr).toMatch(/\nOK\n$/);
  });

  it('is as `npm run generate` writes it', () => {
    for (const [path, text] of pythonClient()) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
  });

  it('is written for Python 3.10', async () => {
    const parse = `import ast, pathlib
for path in pathlib.Path('brickwork_client').rglob('*.py'): ast.parse(path.read_text(), feature_version=(3, 10))`;
    await python(['-c', parse]);
  });

  it('has a method for every endpoint', () => {
    const reached = new Set([...PYTHON_OPERATIONS.map(({ id }) => id), ...NOT_GENERATED]);
    expect(ENDPOINTS.filter(({ id }) => !reached.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('sends the examples of the contract', () => {
    const calls = PYTHON_OPERATIONS.flatMap((operation) => exampleCall(operation));
    expect(calls.length).toBeGreaterThan(120);
    const printed = execFileSync('python3', ['-m', 'tests.call_all'], {
      cwd: HOME,
      input: JSON.stringify(calls.map(({ call }) => call)),
      env: { ...process.env, ...QUIET },
      timeout: 60_000,
    });
    const sent = JSON.parse(printed.toString()) as unknown[];
    for (const [index, { expected, call }] of calls.entries())
      expect(sent[index], `${call.resource}.${call.name}`).toEqual(expected);
  });
});

/** A call with the example of the endpoint, and the request that it should be. */
function exampleCall({ id, resource, name, gives }: PythonOperation) {
  const endpoint = ENDPOINTS.find((each) => each.id === id);
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
  const { method, path, body, bodyExample } = endpoint;
  if (body !== undefined && bodyExample === undefined) return [];
  const args: unknown[] = [...path.matchAll(/:(\w+)/g)].map(([, each = '']) => `a ${each}/é`);
  const filled = path.replaceAll(/:(\w+)/g, (_all, each: string) => encodeURIComponent(`a ${each}/é`));
  const { dry_run: _isTrial, ...fields } = (bodyExample ?? {}) as Record<string, unknown>;
  const isWhole = ['pushKit', 'reviewRun', 'previewReview', 'putGoldenSet'].includes(id);
  if (isWhole) args.push(bodyExample);
  const kwargs = { ...neededInQuery(endpoint), ...(isWhole ? {} : fields) };
  const named = Object.entries(kwargs).map(([key, value]) => [isKeyword(key) ? `${key}_` : key, value]);
  const trial = gives === 'dryRun' ? { dry_run: true } : {};
  const expected = {
    method,
    path: filled,
    body: body === undefined ? null : isWhole ? bodyExample : { ...fields, ...trial },
  };
  return [{ call: { resource, name, gives, args, kwargs: Object.fromEntries(named) }, expected }];
}

/** A parameter that must be there, whatever it is. */
function neededInQuery({ query, required = [] }: Endpoint): Record<string, string> {
  const shape = (query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
  const needed = Object.keys(shape).filter(
    (key) => required.includes(key) || !shape[key]?.safeParse(undefined).success,
  );
  return Object.fromEntries(needed.map((key) => [key, 'x']));
}

describe('what is packed', () => {
  const directory = temporaryDirectory('brickwork-python-');
  const [wheel = '', sdist = ''] = packPython(directory);
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is a wheel whose record is right, and the same each time', async () => {
    const check = `import base64, csv, hashlib, io, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
assert wheel.testzip() is None
[record] = [name for name in wheel.namelist() if name.endswith('/RECORD')]
rows = list(csv.reader(io.StringIO(wheel.read(record).decode())))
assert sorted(name for name, _, _ in rows) == sorted(wheel.namelist())
for name, digest, size in rows:
    if name != record:
        content = wheel.read(name)
        assert digest == 'sha256=' + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip('=')
        assert int(size) == len(content)
print(len(rows))`;
    const { stdout } = await python(['-c', check, join(directory, wheel)]);
    expect(Number(stdout)).toBeGreaterThan(20);
    const other = temporaryDirectory('brickwork-python-');
    packPython(other);
    expect(readFileSync(join(other, wheel)).equals(readFileSync(join(directory, wheel)))).toBe(true);
    rmSync(other, { recursive: true });
  });

  it('has the version of the client and of the sources', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages', 'client', 'package.json'), 'utf8'));
    expect(readFileSync(join(HOME, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
    expect([wheel, sdist]).toEqual([
      `brickwork_client-${version}-py3-none-any.whl`,
      `brickwork_client-${version}.tar.gz`,
    ]);
    const listed = execFileSync('tar', ['-tzf', join(directory, sdist)], { timeout: 60_000 }).toString();
    expect(listed).toContain(`brickwork_client-${version}/brickwork_client/_sync/client.py\n`);
    expect(listed).toContain(`brickwork_client-${version}/pyproject.toml\n`);
    expect(readdirSync(join(HOME, 'brickwork_client'))).toContain('py.typed');
  });
});
