/** A workspace's own settings: retention and masking. */
import type { MaskClass, Role } from '@brickwork/contract';
import { decodeId } from '../../core/ids.ts';
import type { Queryable } from '../../database/database.ts';

export interface Retention {
  inputDays: number | null;
  outputDays: number | null;
  runDays: number | null;
  auditDays: number | null;
}

/** What is masked before a model, and the roles for which every read is masked. */
export interface Masking {
  mask: readonly MaskClass[];
  identitiesHiddenFrom: readonly Role[];
}

export async function findMasking(on: Queryable, workspaceId: string): Promise<Masking> {
  const { rows } = await on.query<{ mask: MaskClass[]; identities_hidden_from: Role[] }>(
    { name: 'masking_of', text: 'SELECT mask, identities_hidden_from FROM workspaces WHERE id = $1' },
    [decodeId('ws', workspaceId)],
  );
  return { mask: rows[0]?.mask ?? [], identitiesHiddenFrom: rows[0]?.identities_hidden_from ?? [] };
}

export function maskingOf({ mask, identitiesHiddenFrom }: Masking) {
  return { mask: mask.join(', '), identities_hidden_from: identitiesHiddenFrom.join(', ') };
}

type RetentionRow = Record<`keep_${'input' | 'output' | 'run' | 'audit'}_days`, number | null>;

export async function findRetention(on: Queryable, workspaceId: string): Promise<Retention> {
  const { rows } = await on.query<RetentionRow>(
    'SELECT keep_input_days, keep_output_days, keep_run_days, keep_audit_days FROM workspaces WHERE id = $1',
    [decodeId('ws', workspaceId)],
  );
  const row = rows[0];
  return {
    inputDays: row?.keep_input_days ?? null,
    outputDays: row?.keep_output_days ?? null,
    runDays: row?.keep_run_days ?? null,
    auditDays: row?.keep_audit_days ?? null,
  };
}

/** As shown in the audit log. */
export function daysOf(retention: Retention): Record<string, number | 'forever'> {
  const { inputDays, outputDays, runDays, auditDays } = retention;
  const days = { input_days: inputDays, output_days: outputDays, run_days: runDays, audit_days: auditDays };
  return Object.fromEntries(Object.entries(days).map(([name, value]) => [name, value ?? 'forever']));
}

export async function findLanguage(on: Queryable, workspaceId: string): Promise<string | null> {
  const { rows } = await on.query<{ language: string | null }>('SELECT language FROM workspaces WHERE id = $1', [
    decodeId('ws', workspaceId),
  ]);
  return rows[0]?.language ?? null;
}
