/** The kits of a workspace: through the API with a key, or on the database itself as its operator. */
import type { KitSummary } from '@brickwork/client';
import type { WorkspaceKits } from '@brickwork/server/operator';
import { connect } from '../api/connect.ts';
import { asOperator } from '../operator.ts';
import { UsageError } from '../usage-error.ts';
import { sayingWhatNext } from './gate-failed.ts';

/** On the database if a workspace is named, otherwise through the API. */
export function withKits<Result>(
  { workspace }: { workspace?: string },
  work: (kits: WorkspaceKits) => Promise<Result>,
): Promise<Result> {
  if (workspace === undefined) return work(throughApi());
  return asOperator(async (operator) => work(await operator.kits(workspace)));
}

function throughApi(): WorkspaceKits {
  return {
    async push(document, publish) {
      const kit = asObject(document);
      const slug = 'kit' in kit ? String(kit.kit) : '';
      return sayingWhatNext(slug, undefined, (await connect()).kits.push(kit, { publish }));
    },
    publish: async (kit, version, { force } = {}) =>
      sayingWhatNext(kit, version, (await connect()).kits.publish(kit, { version, force })),
    archive: async (kit) => (await connect()).kits.archive(kit),
    async list() {
      const all: KitSummary[] = [];
      for await (const kit of (await connect()).kits.list()) all.push(kit);
      return all;
    },
    schema: async (kit) => (await connect()).kits.schema(kit),
    document: async (kit, version) => (await connect()).kits.version(kit, version),
  };
}

function asObject(document: unknown): object {
  if (typeof document === 'object' && document !== null) return document;
  throw new UsageError('A kit must be an object.');
}
