/** The row of an endpoint, and its mapping. */
import { encodeId } from '../../../core/ids.ts';

export interface WebhookEndpoint {
  endpointId: string;
  url: string;
  secretHint: string;
  isEnabled: boolean;
  disabledReason: string | undefined;
  /** Whether the events of sandbox runs are sent, too. */
  includesSandbox: boolean;
  /** Whether bodies are masked. */
  isMasked: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export interface EndpointRow {
  id: string;
  url: string;
  secret_hint: string;
  enabled: boolean;
  disabled_reason: string | null;
  include_sandbox: boolean;
  mask: boolean;
  created_at: Date;
  updated_at: Date;
}

/** With the columns that only changes of the endpoint need. */
export interface LockedRow extends EndpointRow {
  secret: Buffer;
}

export const COLUMNS = 'id, url, secret_hint, enabled, disabled_reason, include_sandbox, mask, created_at, updated_at';

/** The row of a change; the endpoint is locked, so it exists. */
export function only(rows: EndpointRow[]): EndpointRow {
  const [row] = rows;
  if (row === undefined) throw new Error('the endpoint has gone while it was locked');
  return row;
}

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    endpointId: encodeId('whe', row.id),
    url: row.url,
    secretHint: row.secret_hint,
    isEnabled: row.enabled,
    disabledReason: row.disabled_reason ?? undefined,
    includesSandbox: row.include_sandbox,
    isMasked: row.mask,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
