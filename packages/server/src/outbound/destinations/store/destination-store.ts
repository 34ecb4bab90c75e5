/** Destinations and their log in PostgreSQL. */
import type { DestinationDocument } from '@brickwork/contract';
import { encodeId } from '../../../core/ids.ts';
import { keyOf, type Scope } from '../../../core/scope.ts';
import type { Database } from '../../../database/database.ts';
import { WRITES } from '../../outbox/store/outbox.ts';
import { createTargetStore, type DeliveryRow, type TargetRow, type TargetTable } from '../../outbox/store/targets.ts';
import type { Destination, DestinationDelivery, WriteCause } from '../destination.ts';

export interface DestinationToPut {
  name: string;
  /** For a new one. */
  destinationId: string;
  document: DestinationDocument;
  kitIds: string[] | undefined;
  /** Computes what to store from the stored row. Throws if a secret is missing. */
  settle(known: Destination | undefined): { secrets: Buffer | undefined; names: string[] };
  now: Date;
  most: number;
}

export interface DestinationRow extends TargetRow {
  document: DestinationDocument;
  kit_ids: string[] | null;
  secrets: Buffer | null;
  secret_names: string[];
}

interface WriteRow extends DeliveryRow {
  run_id: string;
  cause: WriteCause;
  detail: string | null;
  latency_ms: number | null;
}

export const DESTINATIONS: TargetTable<DestinationRow, Destination, WriteRow, DestinationDelivery> = {
  outbox: WRITES,
  noun: 'destination',
  columns: 'c.document, c.kit_ids, c.secrets, c.secret_names',
  logged: 'd.run_id, d.cause, d.detail, d.latency_ms',
  toTarget: ({ document, kit_ids, secrets, secret_names }, target) => ({
    ...{ ...target, document, secretNames: secret_names },
    kitIds: kit_ids ?? undefined,
    secrets: secrets ?? undefined,
  }),
  toDelivery: ({ run_id, cause, detail, latency_ms }, delivery) => ({
    ...{ ...delivery, cause, runId: encodeId('run', run_id) },
    detail: detail ?? undefined,
    latencyMs: latency_ms ?? undefined,
  }),
};

export function createDestinationStore(database: Database) {
  const targets = createTargetStore(database, DESTINATIONS);
  return {
    ...targets,
    put: (scope: Scope, { name, most, destinationId, document, kitIds, settle, now }: DestinationToPut) =>
      targets.put(scope, {
        name,
        most,
        async save(tx, known) {
          const { secrets, names } = settle(known);
          await tx.query(
            `INSERT INTO destinations AS c (workspace_id, environment, name, id, document, kit_ids, enabled, secrets, secret_names, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
             ON CONFLICT (workspace_id, environment, name) DO UPDATE SET document = excluded.document, kit_ids = excluded.kit_ids,
               enabled = excluded.enabled, secrets = excluded.secrets, secret_names = excluded.secret_names, updated_at = excluded.updated_at`,
            [
              ...[...keyOf(scope), name, destinationId, JSON.stringify(document), kitIds ?? null],
              ...[document.enabled, secrets ?? null, names, now],
            ],
          );
          // Secrets are never recorded: the entry only says that they changed.
          const isSame = known !== undefined && known.secrets === secrets;
          const before = known && { ...known.document, secrets: 'as before' };
          return { before, after: { ...document, secrets: isSame ? 'as before' : 'replaced' } };
        },
      }),
  };
}

export type DestinationStore = ReturnType<typeof createDestinationStore>;
