/** The kits of one workspace on the database itself, in the shapes that the API returns. */
import { kitsApi } from '@brickwork/contract';
import { describeKit } from '@brickwork/engine/kits/describe-kit';
import { toDocumentWire, toKitWire, toPushedWire } from '../../http/kit-wire.ts';
import { archiveKit, getVersion, type ManageKits, publishKit } from '../../kits/manage-kits.ts';
import { pushKit } from '../../kits/push-kit.ts';
import { kitReferences, lookUpKit } from '../../kits/resolve-kit.ts';
import type { VersionChoice } from '../../kits/store/kit-store.ts';

export interface WorkspaceKits {
  push(document: unknown, publish: boolean): Promise<kitsApi.PushedKit>;
  /** The kit's gate does not apply to the operator; everybody else may force it. */
  publish(
    kit: string,
    version: number | undefined,
    options?: { force?: boolean | undefined },
  ): Promise<kitsApi.PushedKit>;
  archive(kit: string): Promise<kitsApi.KitSummary>;
  list(): Promise<kitsApi.KitSummary[]>;
  schema(kit: string): Promise<kitsApi.KitSchema>;
  document(kit: string, version: number | 'newest' | 'live'): Promise<kitsApi.KitVersionDocument>;
}

const PAGE = 100;

export function workspaceKits(kits: ManageKits, workspaceId: string): WorkspaceKits {
  return {
    push: async (document, publish) =>
      kitsApi.pushedKit.parse(toPushedWire((await pushKit(kits, workspaceId, document, { publish })).head)),
    publish: async (kit, version) =>
      kitsApi.pushedKit.parse(
        toPushedWire(await publishKit(kits, workspaceId, kit, choiceOf(version ?? 'newest'), { environment: 'live' })),
      ),
    archive: async (kit) => kitsApi.kitSummary.parse(toKitWire(await archiveKit(kits, workspaceId, kit, 'live'))),
    async list() {
      const all: kitsApi.KitSummary[] = [];
      for (let before: string | undefined; ; before = all.at(-1)?.kit_id) {
        const page = await kits.store.listKits(workspaceId, { archived: false, before, limit: PAGE });
        all.push(...page.map((kit) => kitsApi.kitSummary.parse(toKitWire(kit))));
        if (page.length < PAGE) return all;
      }
    },
    schema: async (kit) => kitsApi.kitSchema.parse(describeKit(await lookUpKit(kits, workspaceId, kitReferences(kit)))),
    document: async (kit, version) =>
      kitsApi.kitVersionDocument.parse(toDocumentWire(await getVersion(kits, workspaceId, kit, choiceOf(version)))),
  };
}

function choiceOf(version: number | 'newest' | 'live'): VersionChoice {
  return typeof version === 'number' ? { version } : version;
}
