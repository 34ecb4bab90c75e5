/**
 * The kits of the report: nothing was trained, chosen or fitted on them. `conveyancing_solicitor`, `veterinary_hospital_emergency`,
 * `telecom_engineer_visits` and `travel_agent_changes` are by an author of whom nothing was trained on at all.
 */
const CONVERSATIONS = new URL('../../tools/reader/conversations/', import.meta.url);

/** Written to be hard: irony, what was only supposed or declined, reversed roles, corrections, near misses, long and noisy calls. The others are ordinary calls. */
export const HARD_KITS: ReadonlySet<string> = new Set([
  'conveyancing_solicitor',
  'veterinary_hospital_emergency',
  'telecom_engineer_visits',
  'travel_agent_changes',
  'letting_viewings',
  'hospital_discharge_line',
  'auction_house_enquiries',
  'interpreter_bookings',
]);

export const REPORT_KITS: ReadonlyArray<readonly [kit: string, file: URL]> = [
  'vineyard_tours',
  'music_lessons',
  'garden_centre_phone',
  'dog_grooming_chat',
  ...HARD_KITS,
].map((kit) => [kit, new URL(`kit-${kit}.conv`, CONVERSATIONS)] as const);
