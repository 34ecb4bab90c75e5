/** The kit that a command names, pinned to one version, so that everything it does runs on the same one. */
import type { BrickworkClient } from '@brickwork/client';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { parseKitName } from '../kits/kit-name.ts';

export interface PinnedKit {
  kitVersionId: string;
  kitCode: string;
  version: number;
  name: string;
  /** The input's field that takes the conversation. */
  conversationField: string;
  fields: readonly string[];
}

/** `support_qa`, a code, an id, a version id, or `support_qa@2`. */
export async function pinKit(client: BrickworkClient, name: string): Promise<PinnedKit> {
  const { kit, version } = parseKitName(name);
  const wanted = version === undefined ? kit : (await client.kits.version(kit, version)).kit_version_id;
  const schema = await client.kits.schema(wanted);
  return {
    kitVersionId: schema.kit_version_id,
    kitCode: schema.kit_code,
    version: schema.version,
    name: schema.name,
    conversationField: conversationField(schema),
    fields: Object.keys(schema.input.fields),
  };
}
