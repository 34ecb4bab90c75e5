/**
 * The parts of Kubernetes' and KEDA's schemas that our manifests use, strictly: a member that is misspelt, or that a controller would ignore, fails. Written
 * from the API reference of apps/v1, batch/v1, policy/v1, v1 and keda.sh/v1alpha1.
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

const labels = z.record(z.string(), z.string());
const portName = z.string().regex(/^[a-z0-9-]{1,15}$/);
const portNumber = z.number().int().min(1).max(65_535);
const selector = z.strictObject({ matchLabels: labels });

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/readyz', '/healthz']), port: portName }),
  periodSeconds: z.number().int().min(1).optional(),
  failureThreshold: z.number().int().min(1).optional(),
});

const variable = z.union([
  z.strictObject({ name: z.string(), value: z.string() }),
  z.strictObject({
    name: z.string(),
    valueFrom: z.strictObject({ resourceFieldRef: z.strictObject({ resource: z.enum(['limits.cpu']) }) }),
  }),
]);

const node = z.strictObject({
  name,
  image: z.string(),
  args: z.array(z.string()),
  ports: z.tuple([z.strictObject({ name: portName, containerPort: portNumber })]),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name }) })),
  env: z.array(variable),
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: z
    .strictObject({ preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }) })
    .optional(),
  resources: z.strictObject({ requests: resources, limits: resources.partial({ cpu: true }) }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  volumeMounts: z.array(z.strictObject({ name, mountPath: z.string().startsWith('/') })),
});

const atLeastOne = z.number().int().min(1);

const deployment = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('Deployment'),
  metadata,
  spec: z.strictObject({
    replicas: atLeastOne,
    selector,
    strategy: z
      .strictObject({ rollingUpdate: z.strictObject({ maxUnavailable: count, maxSurge: count }) })
      .refine(({ rollingUpdate }) => rollingUpdate.maxUnavailable + rollingUpdate.maxSurge > 0)
      .optional(),
    template: z.strictObject({
      metadata: z.strictObject({ labels }),
      spec: z.strictObject({
        terminationGracePeriodSeconds: count,
        securityContext: z.strictObject({
          runAsNonRoot: z.literal(true),
          runAsUser: atLeastOne,
          seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([node]),
        volumes: z.array(z.strictObject({ name, emptyDir: z.strictObject({}) })),
      }),
    }),
  }),
});

const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata: z.strictObject({ name }),
  spec: z.strictObject({
    selector: labels,
    ports: z.tuple([z.strictObject({ name: portName, port: portNumber, targetPort: portName })]),
  }),
});

const disruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata: z.strictObject({ name }),
  spec: z.strictObject({ minAvailable: count, selector }),
});

/** Whatever `deploy/kubernetes/brickwork.yaml` may declare. */
export const clusterObject = z.discriminatedUnion('kind', [deployment, service, disruptionBudget]);
