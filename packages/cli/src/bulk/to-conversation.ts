/** Turns a row of a source into the data of a run: the kit's input, and external id, time and metadata. */

import { runsApi } from '@brickwork/contract';
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { checkInput } from '@brickwork/engine/kits/check-input';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import type { SourceColumns } from './bulk-source.ts';

export interface BulkConversation {
  input: Record<string, unknown>;
  externalId: string | undefined;
  /** RFC 3339. */
  occurredAt: string | undefined;
  metadata: Record<string, string> | undefined;
}

export interface BulkColumns {
  /** The names in the source, if they are not the usual ones. */
  column?: string | undefined;
  idColumn?: string | undefined;
  timeColumn?: string | undefined;
}

/** The columns of a Parquet file that a conversation is made of. */
export function columnsFor(kit: Kit, { column, idColumn, timeColumn }: BulkColumns): SourceColumns {
  const needed = column === undefined ? [conversationField(kit), 'input'] : [column];
  const facts = [idColumn ?? 'external_id', ...(idColumn === undefined ? ['id'] : []), timeColumn ?? 'occurred_at'];
  return { columns: [...needed, ...facts, 'metadata', ...BESIDE, ...Object.keys(kit.input.fields)], needed };
}

/** Why a row cannot be evaluated. Never contains words of the conversation. */
export class RowFault extends Error {
  override readonly name = 'RowFault';
  readonly externalId: string | undefined;

  constructor(message: string, externalId?: string) {
    super(message);
    this.externalId = externalId;
  }
}

/** What an input may have beside the fields of the kit. */
const BESIDE = ['format', 'speakers'];

export function toConversation(row: unknown, kit: Kit, columns: BulkColumns = {}): BulkConversation {
  const value = isRecord(row) ? row : { [columns.column ?? conversationField(kit)]: row };
  const id = value[columns.idColumn ?? 'external_id'] ?? (columns.idColumn === undefined ? value.id : undefined);
  const externalId = id === undefined || id === null || id === '' ? undefined : String(id);
  const { data: facts, error } = runsApi.runFacts.safeParse({
    external_id: externalId,
    ...(!isExport(value, kit, columns) && {
      occurred_at: absentIfEmpty(value[columns.timeColumn ?? 'occurred_at']),
      metadata: decoded(absentIfEmpty(value.metadata)),
    }),
  });
  if (facts === undefined)
    throw new RowFault(
      error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('; '),
      externalId,
    );
  const input = inputOf(value, kit, columns);
  try {
    checkInput(kit, input);
  } catch (fault) {
    if (fault instanceof ServiceError) throw new RowFault(fault.message, externalId);
    throw fault;
  }
  return { input, externalId, occurredAt: facts.occurred_at, metadata: facts.metadata };
}

function inputOf(value: Record<string, unknown>, kit: Kit, { column }: BulkColumns): Record<string, unknown> {
  const field = conversationField(kit);
  if (isExport(value, kit, { column })) return { [field]: value };
  if (column === undefined && value.input !== undefined && value.input !== null) {
    const input = decoded(value.input);
    if (!isRecord(input)) throw new RowFault('input: must be an object with the kit’s input fields');
    return input;
  }
  const others = [...Object.keys(kit.input.fields), ...BESIDE].filter((name) => name !== field);
  const given = others.filter((name) => value[name] !== undefined && value[name] !== null);
  return {
    ...Object.fromEntries(given.map((name) => [name, value[name]])),
    [field]: decoded(value[column ?? field]),
  };
}

/** A row that is itself a vendor's export: its metadata field is the vendor's. */
function isExport(value: Record<string, unknown>, kit: Kit, { column }: BulkColumns): boolean {
  return column === undefined && (value.input ?? null) === null && !Object.hasOwn(value, conversationField(kit));
}

/** Columns of Parquet hold turns, inputs and metadata as JSON. */
function decoded(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function absentIfEmpty(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
