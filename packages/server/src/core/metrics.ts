/** The metrics of one node, for Prometheus. Each room declares its own. */
export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  /** A value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Values by label, read at each scrape. */
  gauges(name: string, help: string, labels: string[], read: () => Promise<LabelledValue[]>): void;
  /** `known`: series that exist from the start. A rate cannot include the first increment of a new series. */
  counter(
    name: string,
    help: string,
    labels: string[],
    known?: readonly Record<string, string>[],
  ): { inc(labels?: Record<string, string>, by?: number): void };
  text(): Promise<string>;
  /** The same metrics as values, for OTLP. */
  families(): Promise<MetricFamily[]>;
  contentType: string;
}

export interface MetricFamily {
  name: string;
  help: string;
  type: string;
  /** For a histogram: each bucket (`le`), `_sum` and `_count` under its own name. */
  values: { name?: string; labels: Record<string, string>; value: number }[];
}

export interface LabelledValue {
  labels: Record<string, string>;
  value: number;
}
