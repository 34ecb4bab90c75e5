import type { AuditEntry, KitSummary } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useKits } from '../api/kits.ts';
import { formatAgo, formatTime } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { inWords } from './audit-words.ts';

/** One line, which opens to all that is known. */
export function AuditItem({ entry, onTarget }: { entry: AuditEntry; onTarget(target: string): void }) {
  const { at, actor, action, target, outcome } = entry;
  const kits = useKits().data;
  return (
    <li className="px-4 py-2.5 sm:px-5">
      <details>
        <summary className="rounded">
          <span className="inline-flex w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-4 gap-y-1 pl-1 align-middle text-sm">
            <span className="w-44 truncate font-medium" title={actor.name}>
              <Said>{actor.name}</Said>
            </span>
            <span className="w-52 truncate" title={inWords(action)}>
              {inWords(action)}
            </span>
            <span className="min-w-0 flex-1 basis-48 truncate text-soft" title={target.id}>
              <Said>{nameOf(target, kits)}</Said>
            </span>
            {outcome === 'refused' && <Tag tone="bad">refused</Tag>}
            {entry.environment === 'test' && <Tag tone="warn">test</Tag>}
            <time dateTime={at} title={formatTime(at)} className="text-muted">
              {formatAgo(at)}
            </time>
          </span>
        </summary>
        <Facts entry={entry} onTarget={onTarget} />
      </details>
    </li>
  );
}

function nameOf({ type, id, name }: AuditEntry['target'], kits: readonly KitSummary[] = []): string {
  if (name !== undefined) return name;
  if (type === 'workspace') return 'The workspace';
  return (type === 'kit' && kits.find(({ kit_id }) => kit_id === id)?.name) || id;
}

function Facts({ entry, onTarget }: { entry: AuditEntry; onTarget(target: string): void }) {
  const { at, actor, target, address, request_id, details, position, hash } = entry;
  const { changes, ...others } = details ?? {};
  const facts: [string, string | undefined][] = [
    ['When', formatTime(at)],
    ['Who', `${actor.name} (${actor.id})`],
    ['From', address],
    ['Request', request_id],
    ...Object.entries(others).map(([name, value]): [string, string] => [inWords(name), asText(value)]),
    ['Position', position === undefined ? 'about to be sealed' : `${position}, ${hash?.slice(0, 16)}…`],
  ];
  return (
    <div className="mt-3 space-y-3 pl-5 text-sm">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">On</dt>
        <dd className="min-w-0 break-words">
          {target.type === 'run' ? (
            <Link to="/runs/$runId" params={{ runId: target.id }} className="text-accent underline">
              {target.id}
            </Link>
          ) : (
            <Said>{`${inWords(target.type)} ${target.id}`}</Said>
          )}{' '}
          <button type="button" className="text-accent underline" onClick={() => onTarget(target.id)}>
            All its entries
          </button>
        </dd>
        {facts.map(
          ([name, value]) =>
            value !== undefined && (
              <div key={name} className="contents">
                <dt className="text-muted">{name}</dt>
                <dd className="min-w-0 break-words">
                  <Said>{value}</Said>
                </dd>
              </div>
            ),
        )}
      </dl>
      {changes !== undefined && <Changes changes={changes as Record<string, { from?: unknown; to?: unknown }>} />}
    </div>
  );
}

function Changes({ changes }: { changes: Record<string, { from?: unknown; to?: unknown }> }) {
  return (
    <ul className="space-y-1">
      {Object.entries(changes).map(([field, { from, to }]) => (
        <li key={field} className="break-words">
          <span className="font-medium">{inWords(field)}</span>{' '}
          <span className="text-muted">{from === undefined ? 'not set' : <Said>{asText(from)}</Said>}</span> →{' '}
          {to === undefined ? 'not set' : <Said>{asText(to)}</Said>}
        </li>
      ))}
    </ul>
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
