/** Prometheus metrics of one node. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../core/metrics.ts';

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'brickwork_http_request_duration_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  return {
    observeRequest: (route, method, status, seconds) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    gauges(name, help, labels, read) {
      new Gauge({
        name,
        help,
        labelNames: labels,
        registers: [registry],
        async collect() {
          const values = await read();
          this.reset(); // Removed objects must not keep their last value.
          for (const { labels: of, value } of values) this.set(of, value);
        },
      });
    },
    counter(name, help, labels, known = []) {
      const counter = new Counter({ name, help, labelNames: labels, registers: [registry] });
      for (const of of known) counter.inc(of, 0);
      return { inc: (of = {}, by = 1) => counter.inc(of, by) };
    },
    text: () => registry.metrics(),
    families: async () =>
      (await registry.getMetricsAsJSON()).map(({ name, help, type, values }) => ({
        name,
        help,
        type: String(type),
        values: values.map((each) => ({
          ...('metricName' in each && { name: String(each.metricName) }),
          labels: Object.fromEntries(Object.entries(each.labels).map(([key, value]) => [key, String(value)])),
          value: each.value,
        })),
      })),
    contentType: registry.contentType,
  };
}
