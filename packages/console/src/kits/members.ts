/** A group of a document as it was read: anything may stand where a value is expected. */
export type Members = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const recordsOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map((each) => (isRecord(each) ? each : {})) : [];

/** As it stands in a field of a form. */
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
