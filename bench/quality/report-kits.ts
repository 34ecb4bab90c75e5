/** The four kits of the report: nothing was trained, chosen or fitted on them. */
const CONVERSATIONS = new URL('../../tools/reader/conversations/', import.meta.url);

export const REPORT_KITS: ReadonlyArray<readonly [kit: string, file: URL]> = [
  'payroll_bureau',
  'gym_members',
  'equipment_discovery',
  'dental_reception',
].map((kit) => [kit, new URL(`kit-${kit}.conv`, CONVERSATIONS)] as const);
