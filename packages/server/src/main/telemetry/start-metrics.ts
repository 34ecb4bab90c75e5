/** The metrics of `/metrics`, pushed by OTLP: one registry, two ways to read it. */
import { type HrTime, ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, Metrics } from '../../core/metrics.ts';

export function startMetrics(source: Metrics, resource: Resource, env: NodeJS.ProcessEnv): { stop(): Promise<void> } {
  const startTime = hrTime();
  const producer: MetricProducer = {
    async collect() {
      const families = await source.families();
      const metrics = families.flatMap((family) => toData(family, startTime, hrTime()));
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'brickwork' }, metrics }] }, errors: [] };
    },
  };
  const interval = Number(env.OTEL_METRIC_EXPORT_INTERVAL || 60_000);
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: interval,
    exportTimeoutMillis: Math.min(interval, 30_000),
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return { stop: () => provider.shutdown().catch(() => undefined) };
}

function hrTime(): HrTime {
  const now = Date.now();
  return [Math.floor(now / 1_000), (now % 1_000) * 1_000_000];
}

function toData({ name, help, type, values }: MetricFamily, startTime: HrTime, endTime: HrTime): MetricData[] {
  const base = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const times = { startTime, endTime };
  if (type === 'histogram')
    return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, times) }];
  const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  if (type === 'counter') return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }];
  return type === 'gauge' ? [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints }] : [];
}

/** A family has a line for every bucket, counted from zero, and one each for sum and count. */
function histograms(values: MetricFamily['values'], times: { startTime: HrTime; endTime: HrTime }) {
  const series = Map.groupBy(values, ({ labels: { le: _le, ...labels } }) => JSON.stringify(labels));
  return [...series].map(([labels, lines]) => {
    const ends = lines.filter(({ labels: { le } }) => le !== undefined);
    const boundaries = ends.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const cumulated = ends.map(({ value }) => value);
    const lineOf = (ending: string) => lines.find(({ name }) => name?.endsWith(ending))?.value ?? 0;
    return {
      ...times,
      attributes: JSON.parse(labels) as Record<string, string>,
      value: {
        buckets: { boundaries, counts: cumulated.map((count, at) => count - (cumulated[at - 1] ?? 0)) },
        sum: lineOf('_sum'),
        count: lineOf('_count'),
      },
    };
  });
}
