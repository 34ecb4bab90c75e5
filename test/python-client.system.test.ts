/** The Python client to whoever uses it: its types, and both clients, the guide and the notebook on the real service. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packPython } from '../tools/pack-python.ts';
import { PYTHON_HOME as HOME, python } from './support/python.ts';
import { ROOT, temporaryDirectory } from './support/run-brickwork.ts';
import { KIT, publishKit, TRANSCRIPT } from './support/runs.ts';
import { startTestService, type TestService } from './support/test-service.ts';

const run = promisify(execFile);

const examplesOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code).join('\n');

describe('the Python client', () => {
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
});

describe('what is packed', () => {
  const directory = temporaryDirectory('brickwork-python-');
  const [wheel = ''] = packPython(directory);
  let service: TestService;
  let environment: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService({ BRICKWORK_WEBHOOK_ALLOW: '127.0.0.0/8', BRICKWORK_WEBHOOK_ALLOW_HTTP: '1' });
    const PYTHONPATH = join(directory, wheel);
    environment = { PYTHONPATH, BRICKWORK_URL: service.url, BRICKWORK_API_KEY: service.adminKey };
  });
  afterAll(async () => {
    await service.stop();
    rmSync(directory, { recursive: true });
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
