/** The Python client: its own tests, what is generated, the wheel, and both clients and the notebook on the real service. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENDPOINTS, type Endpoint } from '@brickwork/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { z } from 'zod';
import { packPython } from '../tools/pack-python.ts';
import { pythonClient } from '../tools/python-client.ts';
import { NOT_GENERATED, PYTHON_OPERATIONS, type PythonOperation } from '../tools/python-operations.ts';
import { isKeyword } from '../tools/python-types.ts';
import { ROOT, temporaryDirectory } from './support/run-brickwork.ts';
import { KIT, publishKit, TRANSCRIPT } from './support/runs.ts';
import { startTestService, type TestService } from './support/test-service.ts';

const run = promisify(execFile);
const HOME = join(ROOT, 'clients', 'python');
const QUIET = { PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error::ResourceWarning' };
/** Without python3 these tests fail: the client is not tested then. */
const python = (args: string[], env: Record<string, string> = {}, cwd = HOME) =>
  run('python3', args, { cwd, env: { ...process.env, ...QUIET, ...env }, timeout: 50_000 });

const examplesOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');

describe('the Python client', () => {
  it('passes its own tests', async () => {
    const { stderr } = await python(['-m', 'unittest']);
    expect(stderr).toMatch(/Ran \d{2,} tests/);
    expect(stderr).toMatch(/\nOK\n$/);
  });

  it('is as `npm run generate` writes it', () => {
    for (const [path, text] of pythonClient()) expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
  });

  it('has types that pyright accepts, with the examples of its guide', { timeout: 180_000 }, async () => {
    const project = temporaryDirectory('brickwork-pyright-');
    const [guide, wrong] = [join(project, 'guide.py'), join(project, 'wrong.py')];
    const code = examplesOf(join(ROOT, 'docs', 'guides', 'python.md'));
    writeFileSync(guide, code);
    writeFileSync(wrong, code.replace('.runs.', '.rums.'));
    // A run that was waited for and has not failed has an output, which its type cannot say.
    const settings = { pythonVersion: '3.10', extraPaths: [HOME], reportTypedDictNotRequiredAccess: false };
    writeFileSync(
      join(project, 'pyrightconfig.json'),
      JSON.stringify({ ...settings, include: [guide, wrong, join(HOME, 'brickwork_client')] }),
    );
    const pyright = [join(ROOT, 'node_modules', 'pyright', 'index.js'), '--project', project, '--outputjson'];
    const { stdout } = await run(process.execPath, pyright, { timeout: 150_000 }).catch((error) => error);
    const { generalDiagnostics } = JSON.parse(stdout) as {
      generalDiagnostics: { file: string; severity: string; message: string }[];
    };
    const errors = generalDiagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.filter(({ file }) => file !== wrong)).toEqual([]);
    expect(errors.map(({ message }) => message).join()).toContain('rums');
    rmSync(project, { recursive: true });
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
  const packed = { PYTHONPATH: join(directory, wheel) };
  let service: TestService;
  let environment: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService({ BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' });
    environment = { ...packed, BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
  });

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

  it('works on the real service, with and without an event loop', async () => {
    const script = [join(HOME, 'tests', 'end_to_end.py'), JSON.stringify(KIT), TRANSCRIPT];
    const { stdout } = await python(script, environment, directory);
    expect(JSON.parse(stdout)).toEqual({
      ...{ ready: true, kit: 'call_shape', turns: 3, replayed: true, input: { transcript: TRANSCRIPT } },
      ...{ listed: 103, page: 2, counted: 103, exported: 103 },
      ...{ accuracy: 1, estimate: 1, insights: 'week', csv: true },
      ...{ conflict: '409 idempotency_key_conflict', missing: '404 kit_not_found' },
      webhook: { type: 'run.succeeded', same: true },
      gathered: { statuses: ['succeeded'], found: true },
    });
  });

  it('runs the examples of its guide and of its README', async () => {
    const document = parse(readFileSync(join(ROOT, 'examples', 'kits', 'support-qa', 'kit.yaml'), 'utf8'));
    const workspaceId = await service.workspace('guide');
    const key = await service.key(workspaceId);
    await publishKit(service, key, document);
    const pages = [join(ROOT, 'docs', 'guides', 'python.md'), join(HOME, 'README.md')];
    const [guide = '', readme = ''] = pages.map(examplesOf);
    const { stdout } = await python(['-c', guide], { ...environment, BRICKWORK_API_KEY: key }, directory);
    expect(stdout).toMatch(/^contact_reason /m);
    expect(stdout).toContain("['succeeded', 'succeeded']");
    expect(stdout).toMatch(/^404 kit_not_found /m);
    const { stdout: printed } = await python(['-c', readme], { ...environment, BRICKWORK_API_KEY: key }, directory);
    expect(printed).toMatch(/^succeeded \{/);
  });

  it('plots the insights of the notebook', async () => {
    const notebook = JSON.parse(readFileSync(join(ROOT, 'examples', 'notebooks', 'insights.ipynb'), 'utf8'));
    const cells = (notebook.cells as { cell_type: string; source: string[] }[])
      .filter(({ cell_type }) => cell_type === 'code')
      .map(({ source }) => source.join(''));
    const script = join(directory, 'notebook.py');
    writeFileSync(script, `${STUBBED_PLOTS}\n${cells.join('\n')}\nprint(json.dumps(plotted))\n`);
    const { stdout } = await python([script], environment, directory);
    const plotted = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { title: string; values: number[] }[];
    expect(plotted).toMatchObject([
      { title: 'agent_words', values: [12] },
      { title: 'turns', values: [3] },
    ]);
    expect(stdout).toMatch(/\d+ runs in 1 weeks/);
  });
});

const STUBBED_PLOTS = `import json, sys, types
plotted = []
pyplot = types.ModuleType('matplotlib.pyplot')
pyplot.figure = lambda **_: plotted.append({})
pyplot.title = lambda text: plotted[-1].update(title=text)
pyplot.errorbar = lambda names, values, **more: plotted[-1].update(names=names, values=values, errors=more['yerr'])
pyplot.legend = pyplot.show = lambda: None
sys.modules['matplotlib'] = types.ModuleType('matplotlib')
sys.modules['matplotlib.pyplot'] = pyplot`;
