/** The kits of a workspace, whichever way one gets at them: the database itself (operator), or the API with a key. */
import { kitsApi } from '@brickwork/contract';
import { getWorkspace } from '@brickwork/server/access/manage-workspaces';
import { ServiceError } from '@brickwork/server/core/service-error';
import { toDocumentWire, toKitWire, toPushedWire } from '@brickwork/server/http/kit-wire';
import { describeKit } from '@brickwork/server/kits/describe-kit';
import type { VersionChoice } from '@brickwork/server/kits/kit-store';
import { archiveKit, getVersion, type ManageKits, publishKit } from '@brickwork/server/kits/manage-kits';
import { pushKit } from '@brickwork/server/kits/push-kit';
import { kitReferences, lookUpKit } from '@brickwork/server/kits/resolve-kit';
import { connect } from '../api/connect.ts';
import { asOperator } from '../operator.ts';

export interface KitsGateway {
  push(document: unknown, publish: boolean): Promise<kitsApi.PushedKit>;
  publish(kit: string, version: number | undefined): Promise<kitsApi.PushedKit>;
  archive(kit: string): Promise<kitsApi.KitSummary>;
  list(): Promise<kitsApi.KitSummary[]>;
  schema(kit: string): Promise<kitsApi.KitSchema>;
  document(kit: string, version: number | 'newest' | 'live'): Promise<kitsApi.KitVersionDocument>;
}

/** With a workspace named as its operator, else over HTTP. */
export function withKits<Result>(
  options: { workspace?: string },
  work: (kits: KitsGateway) => Promise<Result>,
): Promise<Result> {
  const { workspace } = options;
  if (workspace === undefined) return work(overHttp());
  return asOperator(async ({ access, kits }) => work(onDatabase(kits, (await getWorkspace(access, workspace)).id)));
}

function overHttp(): KitsGateway {
  return {
    push: async (document, publish) => (await connect()).kits.push(asObject(document), { publish }),
    publish: async (kit, version) => (await connect()).kits.publish(kit, { version }),
    archive: async (kit) => (await connect()).kits.archive(kit),
    async list() {
      const all: kitsApi.KitSummary[] = [];
      for await (const kit of (await connect()).kits.list()) all.push(kit);
      return all;
    },
    schema: async (kit) => (await connect()).kits.schema(kit),
    document: async (kit, version) => (await connect()).kits.version(kit, version),
  };
}

function asObject(document: unknown): object {
  if (typeof document === 'object' && document !== null) return document;
  throw new ServiceError('kit_definition_invalid', { detail: 'A kit must be an object.' });
}

function onDatabase(kits: ManageKits, workspaceId: string): KitsGateway {
  return {
    push: async (document, publish) =>
      kitsApi.pushedKit.parse(toPushedWire((await pushKit(kits, workspaceId, document, { publish })).head)),
    publish: async (kit, version) =>
      kitsApi.pushedKit.parse(toPushedWire(await publishKit(kits, workspaceId, kit, choiceOf(version ?? 'newest')))),
    archive: async (kit) => kitsApi.kitSummary.parse(toKitWire(await archiveKit(kits, workspaceId, kit))),
    async list() {
      const all: kitsApi.KitSummary[] = [];
      for (let before: string | undefined; ; before = all.at(-1)?.kit_id) {
        const page = await kits.store.listKits(workspaceId, { archived: false, before, limit: 100 });
        all.push(...page.map((kit) => kitsApi.kitSummary.parse(toKitWire(kit))));
        if (page.length < 100) return all;
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
