/** A stored intake, alone or with its owner. */
import type { Environment, IntakeDocument } from '@brickwork/contract';
import { encodeId } from '../../core/ids.ts';
import type { Intake, OwnedIntake } from '../intake.ts';

export interface IntakeRow {
  id: string;
  name: string;
  address: string;
  revision: number;
  document: string;
  secret: Buffer;
  secret_hint: string;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  fetch_secrets: Buffer | null;
  created_at: Date;
  updated_at: Date;
}

export interface OwnedRow extends IntakeRow {
  workspace_id: string;
  environment: Environment;
  workspace_name: string;
  plan: string;
  keep_input_days: number | null;
}

/** Of `intakes i`. */
export const INTAKE_COLUMNS = `i.id, i.name, i.address, i.revision, i.document, i.secret, i.secret_hint, i.previous_secret, i.previous_secret_until,
  i.fetch_secrets, i.created_at, i.updated_at`;
export const OWNED_COLUMNS = `${INTAKE_COLUMNS}, i.workspace_id, i.environment, w.name AS workspace_name, w.plan, w.keep_input_days`;
export const OWNED_FROM = '(intakes i JOIN workspaces w ON w.id = i.workspace_id)';

export function toIntake(row: IntakeRow): Intake {
  return {
    intakeId: row.id,
    name: row.name,
    address: row.address,
    revision: row.revision,
    document: JSON.parse(row.document) as IntakeDocument,
    secret: row.secret,
    secretHint: row.secret_hint,
    previousSecret:
      row.previous_secret === null || row.previous_secret_until === null
        ? undefined
        : { secret: row.previous_secret, until: row.previous_secret_until },
    fetchSecrets: row.fetch_secrets ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toOwned(row: OwnedRow): OwnedIntake {
  return {
    workspaceId: encodeId('ws', row.workspace_id),
    workspaceName: row.workspace_name,
    plan: row.plan,
    environment: row.environment,
    keepInputDays: row.keep_input_days ?? undefined,
    intake: toIntake(row),
  };
}
