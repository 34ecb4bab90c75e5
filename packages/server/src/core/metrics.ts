/** The figures of one node, for Prometheus. Whoever has a figure declares it. */
export interface Metrics {
  observeRequest(route: string, method: string, status: number, seconds: number): void;
  /** A value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Values by label, read at each scrape. */
  gauges(name: string, help: string, labels: string[], read: () => Promise<LabelledValue[]>): void;
  counter(name: string, help: string, labels: string[]): { inc(labels?: Record<string, string>): void };
  text(): Promise<string>;
  contentType: string;
}

export interface LabelledValue {
  labels: Record<string, string>;
  value: number;
}
