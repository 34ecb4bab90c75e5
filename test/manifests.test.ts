/** What a cluster would refuse, or take and never run: the manifests against the schemas and against each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@brickwork/server/main/settings';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { clusterObject, indexedJob } from './support/manifest-schemas.ts';
import { ROOT } from './support/run-brickwork.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const objects = parseAllDocuments(read('deploy/kubernetes/brickwork.yaml')).map((document) => {
  expect(document.errors).toEqual([]);
  return clusterObject.parse(document.toJS());
});
const deployments = objects.filter((object) => object.kind === 'Deployment');
const pods = deployments.map(({ spec }) => spec.template);
const { version } = JSON.parse(read('package.json')) as { version: string };

const isChosen = (pod: { metadata: { labels: Record<string, string> } }, wanted: Record<string, string>) =>
  Object.entries(wanted).every(([key, value]) => pod.metadata.labels[key] === value);

describe('the manifests for Kubernetes', () => {
  it('are objects that a cluster knows, each under a name of its own', () => {
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
    expect(names).toEqual([
      'Deployment/brickwork-api',
      'Deployment/brickwork-worker',
      'Service/brickwork',
      'PodDisruptionBudget/brickwork-api',
    ]);
  });

  it('select the pods that they mean, and no others', () => {
    for (const { spec } of deployments)
      expect(pods.filter((pod) => isChosen(pod, spec.selector.matchLabels))).toEqual([spec.template]);
    const api = [pods[0]];
    for (const object of objects) {
      if (object.kind === 'Service') expect(pods.filter((pod) => isChosen(pod, object.spec.selector))).toEqual(api);
      if (object.kind === 'PodDisruptionBudget') {
        expect(pods.filter((pod) => isChosen(pod, object.spec.selector.matchLabels))).toEqual(api);
        expect(object.spec.minAvailable).toBeLessThan(deployments[0]?.spec.replicas ?? 0);
      }
    }
  });

  it('probe and reach ports that the containers have, where the image listens', () => {
    const [, port] = /\bPORT=(\d+)/.exec(read('Dockerfile')) ?? [];
    const service = objects.find((object) => object.kind === 'Service');
    for (const { spec } of pods) {
      const [{ ports, readinessProbe, livenessProbe }] = spec.containers;
      expect(ports).toEqual([{ name: service?.spec.ports[0].targetPort, containerPort: Number(port) }]);
      expect([readinessProbe.httpGet, livenessProbe.httpGet]).toEqual([
        { path: '/readyz', port: ports[0].name },
        { path: '/healthz', port: ports[0].name },
      ]);
    }
  });

  it('let a pod write only to volumes that it has, and stop in its time', () => {
    for (const { spec } of pods) {
      const [{ volumeMounts }] = spec.containers;
      expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/data']);
      expect(volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
      expect(spec.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(2 * Number(SETTINGS.drainMs.fallback));
    }
  });

  it('run the image of this release', () => {
    const job = indexedJob.parse(parse(read('deploy/bulk/kubernetes-job.yaml')));
    const images = [...pods, job.spec.template].map(({ spec }) => spec.containers[0].image);
    for (const image of images) expect(image).toBe(`brickwork:${version}`);
  });
});
