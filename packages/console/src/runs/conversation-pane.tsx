import type { Conversation } from '@brickwork/client';
import { Tooltip } from 'radix-ui';
import { Fragment, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { BrickOutput } from '../api/runs.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { visibleText } from '../ui/said.tsx';
import { cutPieces, cutSegments, type Piece, type Segment, windowAt, windowFrom } from './lay-out-conversation.ts';
import { LeftOutLines } from './left-out-lines.tsx';
import { Moment } from './moment.tsx';

/** The brick that was chosen, and which piece of its evidence to look at. */
export interface Chosen {
  key: string;
  evidence: number;
}

interface ConversationPaneProps {
  conversation: Conversation;
  /** Of the run: may name the recording. */
  metadata: Readonly<Record<string, string>> | undefined;
  bricks: Readonly<Record<string, BrickOutput>>;
  nameOf(key: string): string;
  chosen: Chosen | undefined;
  onChoose(key: string): void;
}

export function ConversationPane({ conversation, metadata, bricks, nameOf, chosen, onChoose }: ConversationPaneProps) {
  const pieces = useMemo(() => cutPieces(conversation.turns), [conversation]);
  const spans = useMemo(
    () =>
      Object.entries(bricks).flatMap(([key, { evidence_spans = [] }]) =>
        evidence_spans.map((span) => ({ ...span, key })),
      ),
    [bricks],
  );
  const besides = useMemo(() => Map.groupBy(conversation.left_out ?? [], ({ before }) => before), [conversation]);
  const besideAt = (index: number) => besides.get(index) ?? [];
  const [shown, setShown] = useState(() => windowFrom(pieces, 0));
  const pane = useRef<HTMLOListElement>(null);
  const target = chosen === undefined ? undefined : bricks[chosen.key]?.evidence_spans?.[chosen.evidence]?.start;

  useEffect(() => {
    if (target !== undefined) setShown((now) => windowAt(pieces, target, now));
  }, [pieces, target]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window has to be on the page before it can be scrolled.
  useEffect(() => {
    if (target === undefined) return;
    const mark = pane.current?.querySelector(`[data-start="${target}"]`);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    mark?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' });
  }, [target, shown, chosen]);

  return (
    <Tooltip.Provider delayDuration={150}>
      <ol ref={pane} className="space-y-4 p-4 sm:p-5">
        {shown.from > 0 && (
          <li className="text-center">
            <Button isSmall onClick={() => setShown(windowFrom(pieces, shown.from - 150))}>
              Earlier ({formatNumber(shown.from)} more)
            </Button>
          </li>
        )}
        {pieces.slice(shown.from, shown.to).map((piece) => (
          <Fragment key={piece.start}>
            {piece.isFirst && <LeftOutLines items={besideAt(piece.turn.index)} metadata={metadata} />}
            <PieceItem piece={piece} metadata={metadata}>
              {cutSegments(piece, spans).map((segment) => (
                <SegmentText
                  key={segment.start}
                  segment={segment}
                  chosenKey={chosen?.key}
                  nameOf={nameOf}
                  onChoose={onChoose}
                />
              ))}
            </PieceItem>
          </Fragment>
        ))}
        {shown.to >= pieces.length && <LeftOutLines items={besideAt(conversation.turns.length)} metadata={metadata} />}
        {shown.to < pieces.length && (
          <li className="text-center">
            <Button isSmall onClick={() => setShown(windowFrom(pieces, shown.to))}>
              Later ({formatNumber(pieces.length - shown.to)} more)
            </Button>
          </li>
        )}
      </ol>
    </Tooltip.Provider>
  );
}

const SIDE_LOOKS = { agent: 'border-l-accent', customer: 'border-l-info', nobody: 'border-l-line-strong' } as const;

interface PieceItemProps {
  piece: Piece;
  metadata: ConversationPaneProps['metadata'];
  children: React.ReactNode;
}

function PieceItem({ piece, metadata, children }: PieceItemProps) {
  const { turn, isFirst } = piece;
  const marks = [turn.side, turn.kind, turn.edited && 'edited']
    .filter((mark) => typeof mark === 'string')
    .filter((mark) => mark !== turn.speaker?.toLowerCase());
  return (
    <li className={`border-l-[3px] pl-3.5 ${SIDE_LOOKS[turn.side ?? 'nobody']}`}>
      {isFirst && (marks.length > 0 || turn.speaker !== undefined || turn.start_seconds !== undefined) && (
        <p className="mb-0.5 flex items-baseline gap-2 text-[13px] font-semibold text-soft">
          {turn.speaker !== undefined && <bdi className="said">{visibleText(turn.speaker)}</bdi>}
          {marks.map((mark) => (
            <span key={mark} className="shrink-0 font-normal text-muted">
              {mark}
            </span>
          ))}
          <Moment seconds={turn.start_seconds} metadata={metadata} />
        </p>
      )}
      <p className="said" dir="auto">
        {children}
      </p>
    </li>
  );
}

interface SegmentTextProps {
  segment: Segment;
  chosenKey: string | undefined;
  nameOf(key: string): string;
  onChoose(key: string): void;
}

function SegmentText({ segment, chosenKey, nameOf, onChoose }: SegmentTextProps) {
  const { text, start, keys } = segment;
  const [first] = keys;
  if (first === undefined) return visibleText(text);
  // Where several bricks share words, choosing again moves on to the next of them.
  const at = chosenKey === undefined ? -1 : keys.indexOf(chosenKey);
  const choose = () => onChoose(keys[(at + 1) % keys.length] ?? first);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    choose();
  };
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        {/* biome-ignore lint/a11y/useSemanticElements: a button cannot wrap over lines, and evidence does. */}
        <span
          role="button"
          tabIndex={0}
          data-start={start}
          onClick={choose}
          onKeyDown={onKeyDown}
          className="cursor-pointer"
        >
          <mark className="evidence" data-chosen={at >= 0}>
            {visibleText(text)}
          </mark>
        </span>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          className="z-40 max-w-xs rounded-lg bg-ink px-3 py-2 text-[13px] text-bg shadow-panel"
        >
          {keys.map(nameOf).join(' · ')}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
