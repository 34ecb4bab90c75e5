import type { KitVersion } from '@brickwork/client';
import { useState } from 'react';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { PublishFault } from '../evaluations/publish-fault.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface VersionListProps {
  kitId: string;
  name: string;
  versions: readonly KitVersion[];
  onCompare(from: number, to: number): void;
}

export function VersionList({ kitId, name, versions, onCompare }: VersionListProps) {
  const [publishing, setPublishing] = useState<KitVersion>();
  const mayWrite = useMay('kits:write');
  const live = versions.find((version) => version.live);
  return (
    <>
      <ul className="divide-y divide-line">
        {versions.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <span className="w-10 font-semibold">v{version.version}</span>
            {version.live ? <Tag tone="ok">live</Tag> : <Tag>{version.status}</Tag>}
            <span className="text-sm text-muted">pushed {formatTime(version.created_at)}</span>
            <span className="ml-auto flex gap-2">
              {live !== undefined && !version.live && (
                <Button isSmall onClick={() => onCompare(live.version, version.version)}>
                  Compare with live
                </Button>
              )}
              {mayWrite && !version.live && (
                <Button isSmall onClick={() => setPublishing(version)}>
                  {live !== undefined && version.version < live.version ? 'Roll back…' : 'Publish…'}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {publishing !== undefined && (
        <PublishDialog
          kitId={kitId}
          name={name}
          live={live}
          version={publishing}
          onClose={() => setPublishing(undefined)}
        />
      )}
    </>
  );
}

interface PublishDialogProps {
  kitId: string;
  name: string;
  live: KitVersion | undefined;
  version: KitVersion;
  onClose(): void;
}

/** Shows what would break consumers of the output before the version goes live. */
function PublishDialog({ kitId, name, live, version, onClose }: PublishDialogProps) {
  const diff = useRead((api) => api.kits.diff(kitId, { from: live?.version, to: version.version }), {
    enabled: live?.version !== undefined && live?.version !== version.version,
  }).data;
  const isRollback = live !== undefined && version.version < live.version;
  const publish = useChange((api, chosen: { kit_version_id: string; force?: true }) => api.kits.publish(kitId, chosen));
  return (
    <ConfirmDialog
      title={isRollback ? `Roll back to version ${version.version}?` : `Publish version ${version.version}?`}
      confirm={isRollback ? 'Roll back' : 'Publish'}
      isBusy={publish.isPending}
      onConfirm={() => publish.mutate({ kit_version_id: version.kit_version_id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        From then on, new runs of {name} use version {version.version}
        {live === undefined ? '' : ` instead of ${live.version}`}. Past runs stay as they are.
      </p>
      {diff !== undefined &&
        (diff.breaking ? (
          <Notice tone="warn" className="mt-3">
            This breaks consumers of the output:
            <ul className="mt-1 list-disc pl-5">
              {diff.breaks.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Notice>
        ) : (
          <Notice tone="ok" className="mt-3">
            Nothing in it breaks consumers of the output.
          </Notice>
        ))}
      {publish.error !== null && (
        <PublishFault
          kitId={kitId}
          error={publish.error}
          isBusy={publish.isPending}
          onForce={() =>
            publish.mutate({ kit_version_id: version.kit_version_id, force: true }, { onSuccess: onClose })
          }
          className="mt-3"
        />
      )}
    </ConfirmDialog>
  );
}
