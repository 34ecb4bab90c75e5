/**
 * Traces, for whoever operates the service: what a request, a run, a model's call and a delivery did and how long it took. Without `OTEL_*` variables nothing is traced and
 * nothing is loaded. Spans carry ids, codes and counts, never a word of a conversation: `SpanAttributes` has no room for text of callers.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** It failed, by this code or class of error. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind: 'server' | 'consumer' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** A W3C `traceparent` from elsewhere: a caller's header, or what was stored with a run. Left out: the span in progress. */
  parent?: string | undefined;
}

export interface Tracing {
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Sends what is left. */
  stop(): Promise<void>;
}

const NO_SPAN: Span = { set() {}, fail() {} };

export const NO_TRACING: Tracing = { span: (_name, _options, work) => work(NO_SPAN), stop: async () => {} };

const current = new AsyncLocalStorage<string>();

/** The `traceparent` of the span in progress; undefined when nothing is traced. */
export function traceparent(): string | undefined {
  return current.getStore();
}

export function withinSpan<Result>(parent: string, work: () => Result): Result {
  return current.run(parent, work);
}

/** The header for requests to others. */
export function traceHeaders(): Record<string, string> {
  const parent = traceparent();
  return parent === undefined ? {} : { traceparent: parent };
}
