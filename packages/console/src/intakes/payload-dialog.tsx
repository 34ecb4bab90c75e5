import { useState } from 'react';
import { describeError } from '../api/describe-error.ts';
import { useEraseDelivery, useIntakePayload } from '../api/intakes.ts';
import { useMay } from '../api/session.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';

const MOST_SHOWN = 50_000;

/** What was pushed, as it was sent. */
export function PayloadDialog(props: { name: string; deliveryId: string; onClose(): void }) {
  const mayErase = useMay('runs:erase');
  const [isAsked, setIsAsked] = useState(false);
  const { data, error } = useIntakePayload(props.name, props.deliveryId);
  const text = data?.text ?? data?.base64;
  if (isAsked) return <EraseDialog {...props} />;
  const close = <Button onClick={props.onClose}>Close</Button>;
  return (
    <Dialog
      title="What was pushed"
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
  const erase = useEraseDelivery(name);
  return (
    <ConfirmDialog
      title="Erase what was pushed?"
      confirm="Erase it for good"
      kind="danger"
      isBusy={erase.isPending}
      onConfirm={() => erase.mutate(deliveryId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        It cannot be read or replayed afterwards. The log keeps that there was something. Runs stay: erase them apart.
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
