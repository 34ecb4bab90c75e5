/**
 * Traces, for the operator of the service: what a request, a run, a model's call and a delivery did and how long it took. Without `OTEL_*`
 * variables nothing is traced and nothing is loaded. Spans contain ids, codes and counts, never text of a conversation: `SpanAttributes`
 * does not allow callers' text.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** It failed with this code or class of error. */
  fail(type: string): void;
}

export interface SpanOptions {
  kind: 'server' | 'consumer' | 'client' | 'internal';
  attributes?: SpanAttributes;
  /** A W3C `traceparent` from elsewhere: a caller's header, or the one stored with a run. If omitted: the current span. */
  parent?: string | undefined;
}

export interface Tracing {
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>;
  /** Sends the remaining spans. */
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
