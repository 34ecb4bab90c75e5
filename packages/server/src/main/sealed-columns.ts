/** Everything that is sealed with the secret of the deployment. A test fails if a column of bytes is neither listed here nor known to be a hash. */

import { SECRET_PURPOSE as MEMBERS } from '../access/members/member.ts';
import { bindingOfRecoveryKey } from '../access/members/recovery-codes.ts';
import { encodeId } from '../core/ids.ts';
import { createSecretBox, type Secrets } from '../core/secret-box.ts';
import type { SealedColumn } from '../database/backup/reseal.ts';
import { bindingOf as bindingOfFetch } from '../intake/fetch-secrets.ts';
import { SECRET_PURPOSE as INTAKES, PAYLOAD_PURPOSE } from '../intake/intake-secrets.ts';
import { bindingOf as bindingOfIntake } from '../intake/manage-intakes.ts';
import { SECRET_PURPOSE as CHANNELS } from '../outbound/channels/channel.ts';
import { SECRET_PURPOSE as DESTINATIONS } from '../outbound/destinations/destination.ts';
import { bindingOf as bindingOfTarget } from '../outbound/outbox/target.ts';
import { bindingOf as bindingOfExport, SECRET_PURPOSE as EXPORTS } from '../outbound/warehouse/scheduled-export.ts';
import { bindingOf as bindingOfWebhook, SECRET_PURPOSE as WEBHOOKS } from '../outbound/webhooks/webhook-secret.ts';
import { bindingOf as bindingOfRecording, SECRET_PURPOSE as RECORDINGS } from '../recordings/recording.ts';
import { bindingOfPart, idOfRow } from '../recordings/store/recording-bytes.ts';
import { receiptBox } from '../runs/store/run-records.ts';

type Row = Record<string, unknown>;

const text = (row: Row, name: string) => String(row[name]);
const scopeOf = (row: Row) => ({
  workspaceId: encodeId('ws', text(row, 'workspace_id')),
  environment: text(row, 'environment') as 'live' | 'test',
});

export function sealedColumns(from: Secrets, to: Secrets): SealedColumn[] {
  const boxes = (purpose: string) => ({ from: createSecretBox(from, purpose), to: createSecretBox(to, purpose) });
  const webhook = { table: 'webhook_endpoints', keys: ['environment'], ...boxes(WEBHOOKS) };
  const intake = { table: 'intakes', keys: ['environment', 'name'], ...boxes(INTAKES) };
  const recording = boxes(RECORDINGS);
  const scope = (row: Row) => bindingOfWebhook(scopeOf(row));
  const named = (row: Row) => bindingOfIntake(scopeOf(row), text(row, 'name'));
  return [
    { ...webhook, column: 'secret', bindingOf: scope },
    { ...webhook, column: 'previous_secret', bindingOf: scope },
    { ...intake, column: 'secret', bindingOf: named },
    { ...intake, column: 'previous_secret', bindingOf: named },
    { ...intake, column: 'fetch_secrets', bindingOf: (row) => bindingOfFetch(scopeOf(row), text(row, 'name')) },
    {
      table: 'intake_payloads',
      column: 'payload',
      keys: ['environment', 'id'],
      ...boxes(PAYLOAD_PURPOSE),
      bindingOf: (row) => encodeId('itd', text(row, 'id')),
    },
    {
      table: 'channels',
      column: 'secret',
      keys: ['environment', 'id'],
      ...boxes(CHANNELS),
      bindingOf: (row) => bindingOfTarget({ ...scopeOf(row), targetId: text(row, 'id') }),
    },
    {
      table: 'destinations',
      column: 'secrets',
      keys: ['environment', 'id'],
      ...boxes(DESTINATIONS),
      bindingOf: (row) => bindingOfTarget({ ...scopeOf(row), targetId: text(row, 'id') }),
    },
    {
      table: 'warehouse_exports',
      column: 'secret',
      keys: ['environment'],
      more: ['settings'],
      ...boxes(EXPORTS),
      bindingOf: (row) => bindingOfExport(scopeOf(row), row.settings as Parameters<typeof bindingOfExport>[1]),
    },
    {
      table: 'members',
      column: 'code_secret',
      keys: ['id'],
      ...boxes(MEMBERS),
      bindingOf: (row) => encodeId('mem', text(row, 'id')),
    },
    {
      table: 'members',
      column: 'recovery_key',
      keys: ['id'],
      ...boxes(MEMBERS),
      bindingOf: (row) => bindingOfRecoveryKey(encodeId('mem', text(row, 'id'))),
    },
    {
      ...recording,
      table: 'recordings',
      keys: ['environment', 'id'],
      column: 'address',
      bindingOf: (row) => bindingOfRecording(idOfRow(row, 'id'), 'address'),
    },
    {
      ...recording,
      table: 'recordings',
      keys: ['environment', 'id'],
      column: 'spoken',
      bindingOf: (row) => bindingOfRecording(idOfRow(row, 'id'), 'spoken'),
    },
    {
      ...recording,
      table: 'recording_parts',
      keys: ['environment', 'recording_id', 'is_copy', 'from_byte'],
      column: 'sealed',
      bindingOf: (row) => bindingOfPart(idOfRow(row), row.is_copy === true, text(row, 'from_byte')),
    },
    {
      ...recording,
      table: 'recording_pieces',
      keys: ['environment', 'recording_id', 'number'],
      column: 'sealed',
      bindingOf: (row) => bindingOfRecording(idOfRow(row), `piece ${text(row, 'number')}`),
    },
    {
      table: 'run_receipts',
      column: 'sealed',
      keys: ['environment', 'run_id'],
      from: receiptBox(from),
      to: receiptBox(to),
      bindingOf: (row) => encodeId('run', text(row, 'run_id')),
    },
  ];
}
