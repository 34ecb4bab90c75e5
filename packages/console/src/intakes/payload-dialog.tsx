import { describeError } from '../api/describe-error.ts';
import { useIntakePayload } from '../api/intakes.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';

const MOST_SHOWN = 50_000;

/** What was pushed, as it was sent. */
export function PayloadDialog(props: { name: string; deliveryId: string; onClose(): void }) {
  const { data, error } = useIntakePayload(props.name, props.deliveryId);
  const text = data?.text ?? data?.base64;
  return (
    <Dialog title="What was pushed" isWide onClose={props.onClose}>
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

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
