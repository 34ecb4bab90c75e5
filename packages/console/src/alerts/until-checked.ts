/** Rules are checked about once a minute. */
const REFRESH_MS = 30_000;
/** After a rule was stored its first check is due at once: looked for until it is there. */
const FIRST_CHECK_MS = 1_000;

/** How soon rules are read again. */
export function untilChecked(rules: readonly ({ checked_at?: string | undefined } | undefined)[]): number {
  return rules.some((rule) => rule?.checked_at === undefined) ? FIRST_CHECK_MS : REFRESH_MS;
}
