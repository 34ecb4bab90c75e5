import type { BrickworkClient } from '@brickwork/client';
import { parseKitName } from './kit-name.ts';

/** The kit_version_id of `support_qa@2`. An id is returned as it is. */
export async function versionId(client: BrickworkClient, name: string): Promise<string> {
  const { kit, version } = parseKitName(name);
  return version === undefined ? name : (await client.kits.version(kit, version)).kit_version_id;
}
