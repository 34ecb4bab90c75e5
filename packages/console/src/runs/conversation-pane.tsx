import type { Conversation } from '@brickwork/client';
import { Tooltip } from 'radix-ui';
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { BrickOutput } from '../api/runs.ts';
import { type Listening, useListening } from '../listening/listening.ts';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { visibleText } from '../ui/said.tsx';
import {
  cutPieces,
  cutSegments,
  type Piece,
  type Segment,
  type Window,
  windowAt,
  windowFrom,
} from './lay-out-conversation.ts';
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

  const listening = useListening();
  const heard = useHeardTurn(listening?.turn, pieces, { pane, shown, setShown });
  const chooseAndPlay = (key: string, start: number) => {
    onChoose(key);
    playAt(listening, start);
  };

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
            <PieceItem
              piece={piece}
              metadata={metadata}
              isHeard={piece.turn.index === heard}
              onPlay={listening && (() => playAt(listening, piece.start))}
            >
              {cutSegments(piece, spans).map((segment) => (
                <SegmentText
                  key={segment.start}
                  segment={segment}
                  chosenKey={chosen?.key}
                  nameOf={nameOf}
                  onChoose={chooseAndPlay}
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

/** From the words at an offset of the conversation. */
function playAt(listening: Listening | undefined, offset: number): void {
  const seconds = listening?.momentOf(offset);
  if (seconds !== undefined) listening?.playFrom(seconds);
}

interface Place {
  pane: RefObject<HTMLOListElement | null>;
  shown: Window;
  setShown(shown: Window): void;
}

/** The turn that is heard, kept in view. */
function useHeardTurn(turn: number | undefined, pieces: readonly Piece[], { pane, shown, setShown }: Place) {
  const piece = turn === undefined ? -1 : pieces.findIndex((each) => each.turn.index === turn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another turn moves the page; whoever reads elsewhere meanwhile stays there.
  useEffect(() => {
    const start = pieces[piece]?.start;
    if (start !== undefined) setShown(windowAt(pieces, start, shown));
  }, [piece]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window has to be on the page before it can be scrolled.
  useEffect(() => {
    pane.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [piece, shown]);
  return turn;
}

interface PieceItemProps {
  piece: Piece;
  metadata: ConversationPaneProps['metadata'];
  isHeard: boolean;
  /** If there is a recording. */
  onPlay: (() => void) | undefined;
  children: React.ReactNode;
}

function PieceItem({ piece, metadata, isHeard, onPlay, children }: PieceItemProps) {
  const { turn, isFirst } = piece;
  const marks = [turn.side, turn.kind, turn.edited && 'edited']
    .filter((mark) => typeof mark === 'string')
    .filter((mark) => mark !== turn.speaker?.toLowerCase());
  return (
    <li
      aria-current={isHeard ? 'true' : undefined}
      className={`border-l-[3px] pl-3.5 ${SIDE_LOOKS[turn.side ?? 'nobody']} ${isHeard ? 'rounded-r-md bg-sunken' : ''}`}
    >
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
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the time above does the same. */}
      <p
        className={`said ${onPlay === undefined ? '' : 'cursor-pointer'}`}
        dir="auto"
        onClick={onPlay && (() => getSelection()?.isCollapsed !== false && onPlay())}
      >
        {children}
      </p>
    </li>
  );
}

interface SegmentTextProps {
  segment: Segment;
  chosenKey: string | undefined;
  nameOf(key: string): string;
  onChoose(key: string, start: number): void;
}

function SegmentText({ segment, chosenKey, nameOf, onChoose }: SegmentTextProps) {
  const { text, start, keys } = segment;
  const [first] = keys;
  if (first === undefined) return visibleText(text);
  // Where several bricks share words, choosing again moves on to the next of them.
  const at = chosenKey === undefined ? -1 : keys.indexOf(chosenKey);
  const choose = () => onChoose(keys[(at + 1) % keys.length] ?? first, start);
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
          onClick={(event) => {
            event.stopPropagation();
            choose();
          }}
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
