/** A UTC day, such as `2026-11-16`, some days ago. */
export function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
