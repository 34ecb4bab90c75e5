/** Publishes the version that was just run, where it was run. */
import { useKitVersions } from '../api/kits.ts';
import type { Run } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { PublishFault } from '../evaluations/publish-fault.tsx';
import { Button } from '../ui/button.tsx';

export function PublishVersion({ run: { kit_id, kit_version, kit_version_id } }: { run: Run }) {
  const mayPublish = useMay('kits:write');
  const versions = useKitVersions(kit_id).data;
  const publish = useChange((api, chosen: { kit_version_id: string; force?: true }) =>
    api.kits.publish(kit_id, chosen),
  );
  const isLive = versions?.find(({ version }) => version === kit_version)?.live;
  if (publish.isSuccess)
    return (
      <span role="status" className="text-sm text-ok">
        {`v${kit_version} is live: new runs use it.`}
      </span>
    );
  if (!mayPublish || isLive !== false) return null;
  return (
    <>
      <Button isSmall kind="primary" isBusy={publish.isPending} onClick={() => publish.mutate({ kit_version_id })}>
        {`Publish v${kit_version}`}
      </Button>
      {publish.error !== null && (
        <PublishFault
          kitId={kit_id}
          error={publish.error}
          isBusy={publish.isPending}
          onForce={() => publish.mutate({ kit_version_id, force: true })}
          className="basis-full"
        />
      )}
    </>
  );
}
