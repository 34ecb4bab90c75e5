import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useMay } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';

const MOST_SHOWN = 50_000;

/** The payload, as it was sent. */
export function PayloadDialog(props: { name: string; deliveryId: string; onClose(): void }) {
  const mayErase = useMay('runs:erase');
  const [isAsked, setIsAsked] = useState(false);
  const { data, error } = useRead((api) => api.intakes.payload(props.name, props.deliveryId), { retry: false });
  const text = data?.text ?? data?.base64;
  if (isAsked) return <EraseDialog {...props} />;
  const close = <Button onClick={props.onClose}>Close</Button>;
  return (
    <Dialog
      title="Payload"
      isWide
      onClose={props.onClose}
      actions={
        mayErase && data !== undefined ? (
          <>
            <Button kind="danger" onClick={() => setIsAsked(true)}>
              Erase…
            </Button>
            {close}
          </>
        ) : (
          close
        )
      }
    >
      {error !== null && <Notice tone="bad">{describeError(error)}</Notice>}
      {data !== undefined && text !== undefined && (
        <>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            <span className="font-mono text-[13px]">{data.content_type}</span>
            <CopyButton text={text} label="Copy the payload" />
          </p>
          <ScrollArea label="The payload" className="mt-3 max-h-96 rounded bg-sunken p-3">
            <pre className="font-mono text-xs whitespace-pre-wrap">{pretty(text).slice(0, MOST_SHOWN)}</pre>
          </ScrollArea>
        </>
      )}
    </Dialog>
  );
}

function EraseDialog({ name, deliveryId, onClose }: { name: string; deliveryId: string; onClose(): void }) {
  const erase = useChange((api, deliveryId: string) => api.intakes.eraseDelivery(name, deliveryId));
  return (
    <ConfirmDialog
      title="Erase this payload?"
      confirm="Erase it permanently"
      kind="danger"
      isBusy={erase.isPending}
      onConfirm={() => erase.mutate(deliveryId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        It cannot be read or replayed afterwards. Its entry in the log stays, and so do its runs: erase those
        separately.
      </p>
      {erase.error !== null && (
        <Notice tone="bad" className="mt-3">
          {describeError(erase.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
