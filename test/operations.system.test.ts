/** What the files for operators name must exist, and a back-up must be one. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@brickwork/server/main/settings';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { indexedJob, scaledObject } from './support/manifest-schemas.ts';
import { preparedDirectory } from './support/prepared-directory.ts';
import { ROOT, removeDirectory, startBrickwork, temporaryDirectory } from './support/run-brickwork.ts';
import { runCommand } from './support/run-command.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const hasPython = spawnSync('python3', ['--version'], { timeout: 60_000 }).status === 0;
const variables = new Set<string>(Object.values(SETTINGS).map(({ env }) => env));

describe('the files for operators', () => {
  it('name only variables that exist', () => {
    const files = [
      'deploy/systemd/brickwork.service',
      'deploy/kubernetes/brickwork.yaml',
      'deploy/bulk/kubernetes-job.yaml',
      'deploy/bulk/spark_job.py',
      'deploy/bulk/ray_job.py',
    ];
    for (const file of files) {
      for (const [name] of read(file).matchAll(/\b(?:BRICKWORK_[A-Z_]+[A-Z]|DATABASE_URL)\b/g))
        expect(variables, `${file} names ${name}`).toContain(name);
    }
  });

  it('are manifests whose roles and probes exist', async () => {
    const documents = parseAllDocuments(read('deploy/kubernetes/brickwork.yaml')).map((document) => document.toJS());
    const deployments = documents.filter(({ kind }) => kind === 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      const [container] = spec.template.spec.containers;
      expect(SETTINGS.role.schema.safeParse(container.args[2]).success).toBe(true);
      expect(container.readinessProbe.httpGet.path).toBe('/readyz');
      const { limits } = container.resources;
      // A thread for each core that the pod may use, not for each core of the machine.
      if (container.args[2] === 'worker')
        expect([limits.cpu, container.env]).toEqual([
          expect.any(String),
          [{ name: 'BRICKWORK_THREADS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
        ]);
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
    }
    expect((await runCommand(['serve', '--help'])).stdout).toContain('--role');
  });

  it('evaluate every shard of a bulk job, with options that exist', async () => {
    const { spec } = indexedJob.parse(parse(read('deploy/bulk/kubernetes-job.yaml')));
    const [container] = spec.template.spec.containers;
    const [script = ''] = container.args;
    expect(script).toContain(`--shards ${spec.completions} `);
    const mounted = container.volumeMounts.map((mount) => mount.name);
    expect(spec.template.spec.volumes.map((volume) => volume.name)).toEqual(mounted);
    const { stdout } = await runCommand(['evaluate', '--help']);
    for (const file of ['deploy/bulk/kubernetes-job.yaml', 'deploy/bulk/spark_job.py', 'deploy/bulk/ray_job.py'])
      for (const [option] of read(file)
        .replace(/^#.*$/gm, '')
        .matchAll(/(?<=[\s"])--[a-z]+/g))
        expect(stdout, `${file}: ${option}`).toContain(option);
  });

  it.runIf(hasPython)('are programs that Python can read', () => {
    for (const file of ['deploy/bulk/spark_job.py', 'deploy/bulk/ray_job.py'])
      execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
        input: read(file),
        timeout: 60_000,
      });
  });

  it('scale the workers that the other manifest declares', () => {
    const { spec } = scaledObject.parse(parse(read('deploy/kubernetes/keda.yaml')));
    const deployments = parseAllDocuments(read('deploy/kubernetes/brickwork.yaml')).map((document) => document.toJS());
    const target = deployments.find(({ metadata }) => metadata.name === spec.scaleTargetRef.name);
    expect(target.spec.template.spec.containers[0].args).toContain('worker');
    expect(spec.minReplicaCount).toBeGreaterThan(0);
    expect(spec.maxReplicaCount).toBeGreaterThan(spec.minReplicaCount);
  });

  it('have a runbook for every alert', () => {
    const headings = [...read('docs/operations/runbooks.md').matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(headings).toHaveLength(15);
    const { rules } = parse(read('deploy/prometheus/alerts.yaml')).groups[0];
    for (const { annotations } of rules) expect(headings).toContain(annotations.runbook.split('#')[1]);
    expect(rules.map(({ alert }: { alert: string }) => alert)).toContain('BrickworkIntakeFails');
  });
});

describe('a service on a copied data directory', () => {
  it('has every run of the original, and all metrics that alerts and dashboard ask for', async () => {
    const parent = temporaryDirectory();
    const dataDir = preparedDirectory(join(parent, 'original'));
    const environment = { BRICKWORK_READER: '0' };
    const first = await startBrickwork({ dataDir, environment });
    const headers = { authorization: `Bearer ${first.liveKey}`, 'content-type': 'application/json' };
    const kits = (await (await fetch(`${first.url}/v1/kits`, { headers })).json()) as { data: { kit_code: string }[] };
    const body = JSON.stringify({
      kit_code: kits.data[0]?.kit_code,
      mode: 'sync',
      input: { transcript: 'Agent: Hello, this is Ann.\nCustomer: I lost my card.' },
    });
    const created = await (await fetch(`${first.url}/v1/runs`, { method: 'POST', headers, body })).json();
    const metrics = await (await fetch(`${first.url}/metrics`)).text();
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);

    const copy = join(parent, 'copy');
    execFileSync('cp', ['-a', dataDir, copy], { timeout: 60_000 });
    const second = await startBrickwork({ dataDir: copy, environment });
    try {
      const { run_id: runId } = created as { run_id: string };
      const found = await (await fetch(`${second.url}/v1/runs/${runId}`, { headers })).json();
      expect(found).toEqual(created);
    } finally {
      second.signal('SIGTERM');
      await second.ended;
      removeDirectory(parent);
    }

    const asked = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/brickwork.json', 'deploy/kubernetes/keda.yaml']
      .map(read)
      .join('');
    // There before the first failure, which an increase would not see otherwise.
    expect(metrics).toContain('brickwork_intake_deliveries_total{outcome="failed"} 0');
    for (const [name] of asked.matchAll(/\b(?:brickwork|nodejs|process)_[a-z0-9_]+/g))
      expect(metrics, name).toContain(name.replace(/_(bucket|count)$/, ''));
  }, 240_000);
});
