import type { Conversation } from '@brickwork/client';
import { formatNumber } from '../ui/format.ts';
import { visibleText } from '../ui/said.tsx';
import { Moment } from './moment.tsx';

type LeftOut = NonNullable<Conversation['left_out']>[number];

const NAMES: Readonly<Record<LeftOut['kind'], string>> = {
  note: 'Internal note',
  system: 'System',
  hold: 'On hold',
  attachment: 'Attachment',
  deleted: 'Deleted message',
  signature: 'Signature',
};
/** At one place; more than that is a log. */
const MOST = 20;

interface LeftOutLinesProps {
  items: readonly LeftOut[];
  metadata: Readonly<Record<string, string>> | undefined;
}

/** What the input has between two turns that nobody said: shown apart from the speech, since no brick reads it. */
export function LeftOutLines({ items, metadata }: LeftOutLinesProps) {
  return (
    <>
      {items
        .slice(0, MOST)
        .map((item, place) => ({ ...item, place }))
        .map((item) => (
          <li key={item.place} className="border-l-[3px] border-l-transparent pl-3.5 text-[13px] text-muted">
            <p className="flex items-baseline gap-2">
              <span className="shrink-0 font-semibold">{NAMES[item.kind]}</span>
              {item.speaker !== undefined && item.speaker !== NAMES[item.kind] && (
                <bdi className="said">{visibleText(item.speaker)}</bdi>
              )}
              <span className="shrink-0">not evaluated</span>
              <Moment seconds={item.start_seconds} metadata={metadata} />
            </p>
            {item.text !== '' && (
              <p className="said whitespace-pre-line" dir="auto">
                {visibleText(item.text)}
              </p>
            )}
          </li>
        ))}
      {items.length > MOST && (
        <li className="pl-3.5 text-[13px] text-muted">and {formatNumber(items.length - MOST)} more lines like these</li>
      )}
    </>
  );
}
