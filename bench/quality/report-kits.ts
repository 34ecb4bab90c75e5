/** The kits of the report: nothing was trained, chosen or fitted on them. The first four are older, and were looked at in earlier rounds. */
const CONVERSATIONS = new URL('../../tools/reader/conversations/', import.meta.url);

/** Written to be hard: indirect answers, corrections, things that others did. The others are ordinary calls. */
export const HARD_KITS: ReadonlySet<string> = new Set([
  'equipment_discovery',
  'dental_reception',
  'recruitment_agency',
  'home_care_visits',
  'solar_installers',
]);

export const REPORT_KITS: ReadonlyArray<readonly [kit: string, file: URL]> = [
  'payroll_bureau',
  'gym_members',
  'equipment_discovery',
  'dental_reception',
  'vet_practice',
  'optician_front_desk',
  'print_shop_orders',
  'fashion_chat',
  'food_delivery_app',
  'recruitment_agency',
  'home_care_visits',
  'solar_installers',
].map((kit) => [kit, new URL(`kit-${kit}.conv`, CONVERSATIONS)] as const);
