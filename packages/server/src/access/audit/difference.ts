/** The fields changed by a change of settings, for the audit log, with their values if these are short. */

export type Difference = Record<string, { from?: unknown; to?: unknown }>;

/** Longer values are only reported as different: entries stay small, whatever a setting contains. */
const LONGEST = 500;

/** Undefined when nothing differs. Never give it secrets or texts of conversations. */
export function differenceOf(before: object | undefined, after: object | undefined): Difference | undefined {
  const old = Object.entries(before ?? {});
  const fresh = Object.entries(after ?? {});
  const changes: Difference = {};
  for (const key of new Set([...old, ...fresh].map(([name]) => name))) {
    const from = fieldOf(old, key);
    const to = fieldOf(fresh, key);
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    changes[key] = { ...(from !== undefined && { from: short(from) }), ...(to !== undefined && { to: short(to) }) };
  }
  return Object.keys(changes).length === 0 ? undefined : changes;
}

function fieldOf(entries: [string, unknown][], key: string): unknown {
  const value = entries.find(([name]) => name === key)?.[1];
  return value === null ? undefined : value;
}

function short(value: unknown): unknown {
  const text = JSON.stringify(value);
  return text.length <= LONGEST ? value : `(${text.length} characters)`;
}
