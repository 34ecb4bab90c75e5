import type { KitChange, KitDiff, KitVersion } from '@brickwork/client';
import { useMemo } from 'react';
import { useKitVersion } from '../api/kits.ts';
import { useRead } from '../api/use-read.ts';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { EmptyState, ErrorState, Rows } from '../ui/states.tsx';
import { Tag } from '../ui/status-badge.tsx';
import { kitText, orderLike } from './kit-text.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';

interface VersionDiffProps {
  kitId: string;
  versions: readonly KitVersion[];
  compared: { from: number; to: number } | undefined;
  onCompare(from: number, to: number): void;
}

export function VersionDiff({ kitId, versions, compared, onCompare }: VersionDiffProps) {
  const newest = versions[0]?.version;
  const from = compared?.from ?? versions[1]?.version;
  const to = compared?.to ?? newest;
  const { data, error } = useRead((api) => api.kits.diff(kitId, { from: from, to: to }), {
    enabled: from !== undefined && to !== undefined && from !== to,
  });
  if (versions.length < 2 || from === undefined || to === undefined)
    return <EmptyState title="Only one version so far">After the next push, this shows what changed.</EmptyState>;
  return (
    <div className="space-y-5 p-4 sm:p-5">
      <div className="flex flex-wrap gap-3">
        <VersionField label="From" value={from} versions={versions} onChange={(next) => onCompare(next, to)} />
        <VersionField label="To" value={to} versions={versions} onChange={(next) => onCompare(from, next)} />
      </div>
      {error !== null ? (
        <ErrorState error={error} />
      ) : from === to ? (
        <p className="text-soft">Choose two different versions.</p>
      ) : data === undefined ? (
        <Rows label="Comparing" />
      ) : (
        <>
          <Changes diff={data} />
          <TextDiff kitId={kitId} from={from} to={to} />
        </>
      )}
    </div>
  );
}

interface VersionFieldProps {
  label: string;
  value: number;
  versions: readonly KitVersion[];
  onChange(version: number): void;
}

function VersionField({ label, value, versions, onChange }: VersionFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(Number(event.target.value))} className={INPUT}>
          {versions.map(({ version, live }) => (
            <option key={version} value={version}>
              v{version}
              {live ? ' · live' : ''}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function Changes({ diff }: { diff: KitDiff }) {
  return (
    <div className="space-y-3">
      {diff.breaking ? (
        <Notice tone="warn">
          <strong className="font-semibold">Breaks consumers:</strong>
          <ul className="mt-1 list-disc pl-5">
            {diff.breaks.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Notice tone="ok">Nothing here breaks consumers of the output.</Notice>
      )}
      <ul className="divide-y divide-line rounded-lg border border-line text-sm">
        {diff.kit.length > 0 && <ChangeItem name="The kit itself" changes={diff.kit} />}
        {diff.added.map(({ key, type }) => (
          <li key={key} className="flex items-center gap-3 px-4 py-2.5">
            <Tag tone="ok">added</Tag>
            <span className="font-mono">{key}</span> {type}
          </li>
        ))}
        {diff.removed.map(({ key, type }) => (
          <li key={key} className="flex items-center gap-3 px-4 py-2.5">
            <Tag tone="bad">removed</Tag>
            <span className="font-mono">{key}</span> {type}
          </li>
        ))}
        {diff.changed.map(({ key, breaking, changes }) => (
          <ChangeItem key={key} name={key} isBreaking={breaking} changes={changes} />
        ))}
      </ul>
    </div>
  );
}

function ChangeItem({
  name,
  isBreaking,
  changes,
}: {
  name: string;
  isBreaking?: boolean;
  changes: readonly KitChange[];
}) {
  return (
    <li className="px-4 py-2.5">
      <div className="flex items-center gap-3">
        <Tag tone={isBreaking === true ? 'warn' : 'plain'}>changed</Tag>
        <span className="font-mono">{name}</span>
      </div>
      <dl className="mt-1.5 space-y-1">
        {changes.map(({ field, from, to }) => (
          <div key={field} className="flex flex-wrap gap-x-3">
            <dt className="text-muted">{field}</dt>
            <dd className="min-w-0">
              <del className="rounded bg-bad-soft px-1 text-bad no-underline">{shown(from)}</del>
              <span aria-hidden="true"> → </span>
              <ins className="rounded bg-ok-soft px-1 text-ok no-underline">{shown(to)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function TextDiff({ kitId, from, to }: { kitId: string; from: number; to: number }) {
  const before = useKitVersion(kitId, from).data?.document;
  const after = useKitVersion(kitId, to).data?.document;
  const lines = useMemo(
    () =>
      before === undefined || after === undefined
        ? undefined
        : lineDiff(kitText(orderLike(before, after)), kitText(after)),
    [before, after],
  );
  if (lines === undefined) return <Rows label="Comparing the text" />;
  return (
    <details className="rounded-lg border border-line" open>
      <summary className="px-4 py-2.5 text-sm font-medium">As text</summary>
      <ScrollArea label="Changes as text" className="max-h-[32rem] border-t border-line py-2">
        <pre dir="ltr" className="w-max min-w-full font-mono text-xs leading-5">
          {aroundChanges(lines).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number.
            <div key={`${index + 1}`} className={LINE_LOOKS[line.kind]}>
              <span aria-hidden="true" className="inline-block w-6 text-center select-none">
                {SIGNS[line.kind]}
              </span>
              {line.text}
            </div>
          ))}
        </pre>
      </ScrollArea>
    </details>
  );
}

const LINE_LOOKS = { same: 'text-soft', gone: 'bg-bad-soft text-bad', new: 'bg-ok-soft text-ok' } as const;
const SIGNS = { same: ' ', gone: '−', new: '+' } as const;

/** Three lines around each change; the rest would only be scrolled past. */
function aroundChanges(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - 3), index + 4).some(({ kind }) => kind !== 'same'),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return isNear[index - 1] === true ? [{ text: '⋯', kind: 'same' as const }] : [];
  });
}
