/** Everything that matches as a sheet, oldest first; the download is an entry of the log itself. */
import type { AuditEntry, AuditFilter } from '@brickwork/client';
import { SaveSheet } from '../ui/save-sheet.tsx';
import { inWords } from './audit-words.ts';

const COLUMNS = ['When', 'Who', 'Who (id)', 'What', 'On', 'On (id)', 'Outcome', 'Environment', 'Address', 'Request'];

export function DownloadAudit({ filter }: { filter: AuditFilter }) {
  return (
    <SaveSheet
      name="audit"
      columns={COLUMNS}
      rows={async (api) => {
        const text = await new Response(await api.audit.export(filter)).text();
        return text
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => rowOf(JSON.parse(line) as AuditEntry));
      }}
    />
  );
}

const rowOf = ({ at, actor, action, target, outcome, environment, address, request_id }: AuditEntry) => [
  at,
  actor.name,
  actor.id,
  inWords(action),
  target.name,
  target.id,
  outcome,
  environment,
  address,
  request_id,
];
