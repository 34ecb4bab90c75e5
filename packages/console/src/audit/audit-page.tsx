/** Who did what: for those responsible for the workspace. */
import { AUDIT_ACTIONS, type AuditVerification } from '@brickwork/client';
import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useAsk } from '../api/use-change.ts';
import { useRead, useReadAll } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { INPUT } from '../ui/field.tsx';
import { formatNumber } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { SuggestInput } from '../ui/suggest-input.tsx';
import { AuditItem } from './audit-item.tsx';
import { inWords } from './audit-words.ts';
import { DownloadAudit } from './download-audit.tsx';

export interface AuditSearch {
  action?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
  /** How many entries are shown. */
  shown?: number | undefined;
}

const SHOWN_AT_ONCE = 50;
const KINDS = [...new Set(AUDIT_ACTIONS.map((action) => action.replace(/\..*/, '')))];

export function AuditPage({ search, onSearch }: { search: AuditSearch; onSearch(search: AuditSearch): void }) {
  const { shown = SHOWN_AT_ONCE, ...filter } = search;
  const { data, error, refetch } = useReadAll((api) => api.audit.list(filter), { limit: shown + 1, keep: true });
  const verify = useAsk((api) => api.audit.verify());
  const entries = data?.slice(0, shown);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <PageHeader
        title="Audit log"
        actions={
          <>
            <DownloadAudit filter={filter} />
            <Button isBusy={verify.isPending} onClick={() => verify.mutate()}>
              Verify the log
            </Button>
          </>
        }
      >
        Every change, every export, and every conversation somebody read. Nobody can change the log unnoticed.
      </PageHeader>
      {verify.error !== null && (
        <Notice tone="bad" className="mb-4">
          {describeError(verify.error)}
        </Notice>
      )}
      {verify.data !== undefined && <Verified found={verify.data} />}
      <Panel>
        <Filters key={JSON.stringify(filter)} search={filter} onSearch={onSearch} />
        {error !== null && entries === undefined ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : entries === undefined ? (
          <Rows label="Loading the audit log" />
        ) : entries.length === 0 ? (
          <EmptyState title={isFiltered ? 'Nothing matches' : 'Nothing recorded yet'}>
            {isFiltered && 'Search for a shorter part of the name, or clear the search.'}
          </EmptyState>
        ) : (
          <ol className="divide-y divide-line">
            {entries.map((entry) => (
              <AuditItem key={entry.id} entry={entry} onTarget={(target) => onSearch({ target })} />
            ))}
          </ol>
        )}
        {data !== undefined && data.length > shown && (
          <footer className="border-t border-line px-4 py-2.5 text-center">
            <Button isSmall onClick={() => onSearch({ ...search, shown: shown + SHOWN_AT_ONCE })}>
              Show older entries
            </Button>
          </footer>
        )}
      </Panel>
    </>
  );
}

function Filters({ search, onSearch }: { search: AuditSearch; onSearch(search: AuditSearch): void }) {
  const [actor, setActor] = useState(search.actor ?? '');
  const [target, setTarget] = useState(search.target ?? '');
  const mayList = useMay('members:manage');
  const wanted = actor.trim().toLowerCase();
  const members = (useRead((api) => api.members.list(), { enabled: mayList }).data ?? [])
    .filter(({ name, email }) => [name, email].some((each) => each.toLowerCase().includes(wanted)))
    .slice(0, 10)
    .map(({ name, email }) => ({ value: name, label: name, about: email }));
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return (
    <form
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch({ ...search, actor: given(actor), target: given(target) });
      }}
    >
      <select
        aria-label="What was done"
        value={search.action ?? ''}
        onChange={(event) => onSearch({ ...search, action: given(event.target.value) })}
        className={INPUT}
      >
        <option value="">Everything</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {inWords(kind)}
          </option>
        ))}
      </select>
      <SuggestInput
        aria-label="Who"
        placeholder="Who: part of a name, or an id"
        value={actor}
        onChange={setActor}
        suggests="Members"
        suggestions={actor === search.actor ? [] : members}
        onChoose={({ value }) => {
          setActor(value);
          onSearch({ ...search, actor: value, target: given(target) });
        }}
        className="w-60"
      />
      <input
        aria-label="On what"
        placeholder="On what: part of a name, or an id"
        value={target}
        onChange={(event) => setTarget(event.target.value)}
        className={`${INPUT} w-64`}
      />
      <Button type="submit">Find</Button>
    </form>
  );
}

function Verified({ found }: { found: AuditVerification }) {
  const { intact, checked, from_position: from, to_position: to, findings, unsealed } = found;
  if (intact)
    return (
      <Notice tone="ok" className="mb-4">
        Intact: {formatNumber(checked)} entries, positions {formatNumber(from)} to {formatNumber(to)}.
        {unsealed > 0 && ` ${formatNumber(unsealed)} more are about to be sealed.`}
      </Notice>
    );
  return (
    <Notice tone="bad" className="mb-4">
      <p className="font-medium">The log was tampered with: somebody changed it in the database.</p>
      <ul className="mt-1 list-disc pl-5">
        {findings.map(({ kind, position, entry_id, detail }) => (
          <li key={`${kind} ${position} ${entry_id ?? ''}`}>
            Position {formatNumber(position)}, {kind}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
