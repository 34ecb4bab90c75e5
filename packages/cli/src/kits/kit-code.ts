import type { BrickworkClient } from '@brickwork/client';

/** The code of a kit by its slug, code or id: filters of the API take codes only, and find nothing for anything else. */
export async function kitCode(client: BrickworkClient, name: string | undefined): Promise<string | undefined> {
  return name === undefined ? undefined : (await client.kits.schema(name)).kit_code;
}
