/** What was pasted or dropped → a run's input. Text stays text; JSON is sent as JSON, whole inputs as they are. */
export function readInput(text: string, field: string): Record<string, unknown> {
  const parsed = /^\s*[[{]/.test(text) ? parse(text) : undefined;
  if (parsed === undefined) return { [field]: text };
  if (isRecord(parsed) && field in parsed) return parsed;
  return { [field]: parsed };
}

/** A stored input → what the playground shows of it. */
export function showInput(input: Readonly<Record<string, unknown>>): string {
  const values = Object.values(input);
  const [only] = values;
  if (values.length === 1 && typeof only === 'string') return only;
  return JSON.stringify(values.length === 1 ? only : input, null, 2);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
