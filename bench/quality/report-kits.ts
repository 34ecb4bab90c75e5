/**
 * The kits of the report: nothing was trained, chosen or fitted on them. `solar_installer`, `ferry_bookings` and `mortgage_adviser` are by an author of whom
 * nothing was trained on at all.
 */
const CONVERSATIONS = new URL('../../tools/reader/conversations/', import.meta.url);

/** Written to be hard: indirect answers, irony, what was only supposed or declined, corrections, long and noisy calls. The others are ordinary calls. */
export const HARD_KITS: ReadonlySet<string> = new Set([
  'solar_installer',
  'ferry_bookings',
  'mortgage_adviser',
  'wealth_management_calls',
  'energy_broker_b2b',
  'university_clearing',
  'wholesale_flowers',
  'marketplace_sellers',
]);

export const REPORT_KITS: ReadonlyArray<readonly [kit: string, file: URL]> = [
  'self_storage',
  'taxi_bookings',
  'holiday_park',
  'flooring_shop',
  ...HARD_KITS,
].map((kit) => [kit, new URL(`kit-${kit}.conv`, CONVERSATIONS)] as const);
