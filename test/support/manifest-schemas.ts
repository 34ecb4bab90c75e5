/**
 * The parts of Kubernetes' and KEDA's schemas that our manifests use, strictly: a member that is misspelt, or that a controller would ignore, fails. Written
 * from the API reference of batch/v1 and of keda.sh/v1alpha1.
 */
import { z } from 'zod';

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
const count = z.number().int().min(0);
const metadata = z.strictObject({ name, labels: z.record(z.string(), z.string()) });
const quantity = z.string().regex(/^\d+(m|Mi|Gi)?$/);
const resources = z.strictObject({ cpu: quantity, memory: quantity });

const container = z.strictObject({
  name,
  image: z.string(),
  command: z.array(z.string()),
  args: z.array(z.string()),
  env: z.array(
    z.strictObject({
      name: z.string(),
      valueFrom: z.strictObject({ resourceFieldRef: z.strictObject({ resource: z.enum(['limits.cpu']) }) }),
    }),
  ),
  resources: z.strictObject({ requests: resources, limits: resources }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
});

const failureRule = z.union([
  z.strictObject({
    action: z.enum(['FailJob', 'FailIndex', 'Ignore', 'Count']),
    onExitCodes: z.strictObject({
      containerName: name,
      operator: z.enum(['In', 'NotIn']),
      values: z.array(z.number().int().min(1).max(255)),
    }),
  }),
  z.strictObject({
    action: z.enum(['FailJob', 'FailIndex', 'Ignore', 'Count']),
    onPodConditions: z.array(z.strictObject({ type: z.literal('DisruptionTarget'), status: z.literal('True') })),
  }),
]);

export const indexedJob = z.strictObject({
  apiVersion: z.literal('batch/v1'),
  kind: z.literal('Job'),
  metadata,
  spec: z.strictObject({
    completionMode: z.literal('Indexed'),
    completions: z.number().int().min(1).max(100_000),
    parallelism: count,
    // Kubernetes refuses it without restartPolicy Never, and without completionMode Indexed.
    backoffLimitPerIndex: count,
    maxFailedIndexes: count,
    podFailurePolicy: z.strictObject({ rules: z.array(failureRule) }),
    template: z.strictObject({
      metadata: z.strictObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.strictObject({
        restartPolicy: z.literal('Never'),
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: count,
          fsGroup: count,
          seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([container]),
        volumes: z.array(
          z.union([
            z.strictObject({ name, configMap: z.strictObject({ name }) }),
            z.strictObject({ name, persistentVolumeClaim: z.strictObject({ claimName: name }) }),
          ]),
        ),
      }),
    }),
  }),
});

const scaling = z.strictObject({
  stabilizationWindowSeconds: count.max(3_600),
  policies: z.array(
    z.strictObject({
      type: z.enum(['Percent', 'Pods']),
      value: z.number().int().min(1),
      periodSeconds: z.number().int().min(1).max(1_800),
    }),
  ),
});

export const scaledObject = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata,
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name }),
    minReplicaCount: count,
    maxReplicaCount: count,
    pollingInterval: count,
    fallback: z.strictObject({ failureThreshold: count, replicas: count }),
    advanced: z.strictObject({
      horizontalPodAutoscalerConfig: z.strictObject({
        behavior: z.strictObject({ scaleUp: scaling, scaleDown: scaling }),
      }),
    }),
    triggers: z.tuple([
      z.strictObject({
        type: z.literal('prometheus'),
        metricType: z.enum(['Value', 'AverageValue']),
        metadata: z.strictObject({ serverAddress: z.url(), query: z.string(), threshold: z.string().regex(/^\d+$/) }),
      }),
    ]),
  }),
});
