/** The conversation on one side, what was found in it on the other; on a narrow screen one behind the other. */
import { isTerminal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { useKitSchema } from '../api/kits.ts';
import type { BrickOutput, Run, RunOutput } from '../api/runs.ts';
import { useMay } from '../api/session.ts';
import { useRead } from '../api/use-read.ts';
import { useHotkeys } from '../shell/use-hotkeys.ts';
import { JsonView } from '../ui/json-view.tsx';
import { Keys } from '../ui/keys.tsx';
import { Notice } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { EmptyState } from '../ui/states.tsx';
import { type Tab, Tabs } from '../ui/tabs.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { BrickList } from './brick-list.tsx';
import { type Chosen, ConversationPane } from './conversation-pane.tsx';
import { withQuoted } from './quoted-words.ts';
import { type FromQueue, ReviewPane } from './review-pane.tsx';
import { ReviewedChanges } from './reviewed-changes.tsx';
import { RunDetails } from './run-details.tsx';
import { RunOutcome } from './run-outcome.tsx';
import { ScorecardForm, scorecardsOf } from './scorecard-form.tsx';

interface RunResultsProps {
  run: Run;
  queue?: FromQueue | undefined;
  /** A session in which nobody sees what the others say. */
  calibration?: string | undefined;
  /** Shows the review first. */
  isReview?: boolean;
}

export function RunResults({ run, queue, calibration, isReview = false }: RunResultsProps) {
  const isWide = useIsWide();
  const schema = useKitSchema(isTerminal(run.status) ? run.kit_version_id : undefined).data;
  const schemas = useMemo(() => new Map(schema?.bricks.map((brick) => [brick.key, brick])), [schema]);
  const [tab, setTab] = useState(queue !== undefined || calibration !== undefined || isReview ? 'review' : 'results');
  const mayReview = useMay('reviews:write') && run.output !== undefined;
  const given = run.output?.bricks ?? NO_BRICKS;
  const bricks = useMemo(() => withQuoted(given, run.conversation), [given, run.conversation]);
  const reviewed = useReviewed(run, calibration);
  const isChanged = Object.values(reviewed ?? NO_BRICKS).some((brick) => brick.reviewed !== undefined);
  const changes = reviewed !== undefined && <ReviewedChanges given={bricks} reviewed={reviewed} schemas={schemas} />;
  const { chosen, setChosen, choose, chooseFromConversation } = useChosen(Object.keys(bricks), { isWide, tab, setTab });
  const nameOf = (key: string) => schemas.get(key)?.name ?? key;

  const conversation =
    run.conversation === undefined ? (
      <NoConversation run={run} />
    ) : (
      <ConversationPane
        conversation={run.conversation}
        metadata={run.metadata}
        bricks={bricks}
        nameOf={nameOf}
        chosen={chosen}
        onChoose={chooseFromConversation}
      />
    );
  const answers = (
    <>
      {changes}
      {isWide && <Keys keys={KEYS} className="border-b border-line px-4 py-2 sm:px-5" />}
      <BrickList bricks={bricks} schemas={schemas} chosen={chosen} onChoose={choose} run={run} />
    </>
  );
  const results = run.output === undefined ? <RunOutcome run={run} /> : answers;
  const tabs: Tab[] = [
    {
      value: 'results',
      label: 'Results',
      content: isWide ? <Pane label="Results">{results}</Pane> : results,
    },
    ...(scorecardsOf({ bricks, schemas }).length > 0
      ? [
          {
            value: 'scorecard',
            label: 'Scorecard',
            content: (
              <ScorecardForm
                bricks={isChanged && reviewed !== undefined ? reviewed : bricks}
                given={isChanged ? bricks : undefined}
                schemas={schemas}
                onOpen={(key) => {
                  setChosen({ key, evidence: 0 });
                  setTab('results');
                }}
              />
            ),
          },
        ]
      : []),
    ...(mayReview
      ? [
          {
            value: 'review',
            label: 'Review',
            content: (
              <ScrollArea label="Review" className={isWide ? PANE : ''}>
                {changes}
                <ReviewPane
                  run={run}
                  schemas={schemas}
                  chosen={chosen}
                  onChoose={setChosen}
                  queue={queue}
                  calibration={calibration}
                />
              </ScrollArea>
            ),
          },
        ]
      : []),
    ...(isWide ? [] : [{ value: 'conversation', label: 'Conversation', content: conversation }]),
    { value: 'details', label: 'Details', content: <RunDetails run={run} /> },
    { value: 'json', label: 'JSON', content: <JsonView value={withoutConversation(run)} label="The run as JSON" /> },
  ];
  const side = (
    <Panel>
      <Tabs label="The run" tabs={tabs} value={isWide && tab === 'conversation' ? 'results' : tab} onChange={setTab} />
    </Panel>
  );
  return (
    <>
      <Warnings warnings={run.warnings ?? []} />
      {isWide ? <SideBySide conversation={conversation} side={side} /> : side}
    </>
  );
}

/** The answers as reviewers see them; read again with the run whenever somebody reviews it. */
function useReviewed(run: Run, calibration: string | undefined) {
  const seen = useRead(
    (api) => api.runs.get<RunOutput>(run.run_id, { as: 'reviewed', include: ['evidence_spans', 'confidence_basis'] }),
    { enabled: run.output !== undefined && (run.reviews ?? []).length > 0 },
  ).data?.output?.bricks;
  return calibration === undefined ? seen : undefined;
}

function Pane({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea label={label} className={PANE}>
      {children}
    </ScrollArea>
  );
}

/** The brick that is marked, and how it is chosen: by keys, in the list or in the conversation. */
function useChosen(
  keys: readonly string[],
  { isWide, tab, setTab }: { isWide: boolean; tab: string; setTab(tab: string): void },
) {
  const [chosen, setChosen] = useState<Chosen>();
  const choose = (next: Chosen | undefined) => {
    // On a narrow screen a quote leads to its place; opening a brick does not.
    if (!isWide && next !== undefined && chosen?.key === next.key) setTab('conversation');
    setChosen(next);
  };
  const chooseFromConversation = (key: string) => {
    setChosen({ key, evidence: 0 });
    if (isWide && tab !== 'review') setTab('results');
    scrollToBrick(key);
  };
  const step = (by: number) => {
    const at = chosen === undefined ? (by > 0 ? -1 : keys.length) : keys.indexOf(chosen.key);
    const key = keys[Math.min(Math.max(at + by, 0), keys.length - 1)];
    if (key === undefined) return;
    setChosen({ key, evidence: 0 });
    scrollToBrick(key);
  };
  useHotkeys({ j: () => step(1), k: () => step(-1) });
  return { chosen, setChosen, choose, chooseFromConversation };
}

function SideBySide({ conversation, side }: { conversation: ReactNode; side: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] items-start gap-5">
      <Panel title="Conversation">
        <Pane label="Conversation">{conversation}</Pane>
      </Panel>
      {side}
    </div>
  );
}

/** Before the answers: readers should know it first. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn" className="mb-4">
      <h2 className="font-semibold">{warnings.length === 1 ? 'A warning' : `${warnings.length} warnings`}</h2>
      <ul className="mt-1 list-disc space-y-0.5 pl-5">
        {warnings.map((warning) => (
          <li key={warning}>
            <Said>{warning}</Said>
          </li>
        ))}
      </ul>
      {warnings.some((warning) => warning.includes('/v1/speakers')) && (
        <p className="mt-2">
          <Link to="/settings" className="underline">
            Set agents and rules for all runs
          </Link>
        </p>
      )}
    </Notice>
  );
}

const KEYS = [['j k', 'next and previous answer']] as const;

function scrollToBrick(key: string): void {
  const item = document.getElementById(`brick-${key}`) ?? document.getElementById(`review-${key}`);
  item?.scrollIntoView({ block: 'nearest' });
}

const NO_BRICKS: Readonly<Record<string, BrickOutput>> = {};

/** As tall as the screen leaves, so that both sides are in view. */
const PANE = 'max-h-[calc(100dvh-12.5rem-var(--player,0rem))] min-h-80';

function NoConversation({ run }: { run: Run }) {
  const mayRead = useMay('runs:read_input');
  if (!mayRead) {
    return (
      <EmptyState title="Conversations are not shown to you">
        Your role sees answers and their evidence. Ask an admin for a role that reads conversations, if you need them.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No conversation">
      {run.erased_at !== undefined ? 'It was erased.' : 'The input could not be read as a conversation.'}
    </EmptyState>
  );
}

function withoutConversation({ conversation: _, ...run }: Run): Omit<Run, 'conversation'> {
  return run;
}
