import { isTerminal } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { kitFaultsOf } from '../api/describe-error.ts';
import { conversationFieldOf, useKitSchema, useKits, useKitVersion } from '../api/kits.ts';
import { useRun } from '../api/runs.ts';
import { useMay, useSession } from '../api/session.ts';
import { useChange } from '../api/use-change.ts';
import { useRead } from '../api/use-read.ts';
import { KitAdvice, useAdvice } from '../kit-form/kit-advice.tsx';
import { type Draft, KitEditor, useDraft } from '../kit-form/kit-editor.tsx';
import { kitText } from '../kits/kit-text.ts';
import { RunResults } from '../runs/run-results.tsx';
import { useKept } from '../session/use-kept.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorState } from '../ui/states.tsx';
import { CompareRuns } from './compare-runs.tsx';
import { ConversationInput } from './conversation-input.tsx';
import { KitChoice, type KitChosen } from './kit-choice.tsx';
import { PublishVersion } from './publish-version.tsx';
import { readInput, showInput } from './read-input.ts';
import { SpeakerMapping, type SpeakerSides } from './speaker-mapping.tsx';
import { startSandboxRun } from './start-sandbox-run.ts';

interface PlaygroundPageProps {
  /** Under which name the drafts are kept. */
  entry: string;
  /** A run to begin from. */
  run: string | undefined;
  kit: string | undefined;
}

/** A version that exists, or a draft that becomes one. */
type KitSource = { kit_version_id: string } | { document: object };

export function PlaygroundPage({ entry, run, kit }: PlaygroundPageProps) {
  const [written, setText] = useKept<string | undefined>(`playground.${entry}.text`, undefined);
  const text = written ?? '';
  const [chosen, setChosen] = useKept<KitChosen | undefined>(
    `playground.${entry}.kit`,
    kit === undefined ? undefined : { kitId: kit },
  );
  const [draft, setDraft] = useKept<Draft | undefined>(`playground.${entry}.draft`, undefined);
  const [sides, setSides] = useKept<SpeakerSides>(`playground.${entry}.sides`, {});
  const [runIds, setRunIds] = useKept<readonly string[] | undefined>(`playground.${entry}.runs`, undefined);
  const mayWrite = useMay('kits:write');
  const kits = useKits().data;
  const source = useSource(chosen);
  const read = useDraft(draft);
  const evaluate = useEvaluate();
  const [advice, setAdvice] = useAdvice();
  const given = useGivenRun(run);
  useEffect(() => {
    if (given?.input === undefined || written !== undefined) return;
    setText(showInput(given.input));
    setChosen({ kitId: given.kit_id, version: given.kit_version });
  }, [given, written, setText, setChosen]);
  // A kit is chosen from the start, so that there is something to run.
  useEffect(() => {
    const first = kits?.find(({ kit_version_id }) => kit_version_id !== undefined) ?? kits?.[0];
    if (chosen === undefined && run === undefined && first !== undefined) setChosen({ kitId: first.kit_id });
  }, [kits, chosen, run, setChosen]);

  const takeText = (next: string) => {
    setText(next);
    setSides({}); // The speakers of another conversation.
  };
  const takeKit = (slug: string) => {
    const matching = kits?.find((each) => each.kit === slug);
    if (matching !== undefined && draft === undefined && chosen?.kitId !== matching.kit_id)
      setChosen({ kitId: matching.kit_id });
  };
  const tooLarge = useTooLarge(text);
  const sources = sourcesOf(source, draft, read);
  const canRun =
    text.trim() !== '' &&
    sources.length > 0 &&
    tooLarge === undefined &&
    (draft === undefined || read?.faults.length === 0);
  const start = () => {
    if (!canRun || evaluate.isPending) return;
    const tried = draft?.text;
    evaluate.mutate(
      { sources, input: withSpeakers(readInput(text, source.field), sides) },
      {
        onSuccess: (runs) => {
          setRunIds(runs.map(({ runId }) => runId));
          if (draft !== undefined) setAdvice(runs.flatMap((each) => each.advice));
        },
        onError: (error) => {
          const faults = kitFaultsOf(error);
          if (tried !== undefined && faults.length > 0) setDraft({ text: tried, refused: { text: tried, faults } });
        },
      },
    );
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for whoever is typing; the button does the same.
    <div onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && start()}>
      <Header canRun={canRun} isBusy={evaluate.isPending} onRun={start} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ConversationInput value={text} onChange={takeText} onExample={takeKit} />
        <Panel
          title="Kit"
          actions={
            mayWrite &&
            draft === undefined && (
              <Button
                isSmall
                disabled={source.document === undefined}
                onClick={() => setDraft({ text: kitText(source.document), refused: undefined })}
              >
                Edit as a draft
              </Button>
            )
          }
        >
          <KitChoice
            chosen={chosen}
            onChoose={(choice) => {
              setChosen(choice);
              setAdvice([]);
            }}
          />
        </Panel>
      </div>
      {draft !== undefined && <DraftPanel draft={draft} read={read} onChange={setDraft} />}
      <KitAdvice advice={advice} />
      {tooLarge !== undefined && (
        <Notice tone="bad" className="mt-5">
          {tooLarge}
        </Notice>
      )}
      <div className="mt-5">
        {evaluate.error !== null && kitFaultsOf(evaluate.error).length === 0 ? (
          <Panel>
            <ErrorState error={evaluate.error} />
          </Panel>
        ) : (
          <Outcome runIds={runIds} isPending={evaluate.isPending} sides={sides} onSides={setSides} onRun={start} />
        )}
      </div>
    </div>
  );
}

function Header({ canRun, isBusy, onRun }: { canRun: boolean; isBusy: boolean; onRun(): void }) {
  return (
    <PageHeader
      title="Playground"
      actions={
        <Button kind="primary" disabled={!canRun} isBusy={isBusy} onClick={onRun}>
          {isBusy ? 'Evaluating…' : 'Run'}
        </Button>
      }
    >
      Runs in the playground are sandbox runs: they cost no credits. If a model answers, its cost is shown on the usage
      page.
    </PageHeader>
  );
}

type ReadDraft = ReturnType<typeof useDraft>;

interface DraftPanelProps {
  draft: Draft;
  read: ReadDraft;
  onChange(draft: Draft | undefined): void;
}

function DraftPanel({ draft, read, onChange }: DraftPanelProps) {
  return (
    <Panel
      title="Draft"
      className="mt-5"
      actions={
        <Button isSmall onClick={() => onChange(undefined)}>
          Discard the draft
        </Button>
      }
    >
      <KitEditor text={draft.text} read={read} onChange={(next) => onChange({ text: next, refused: draft.refused })} />
      <p className="border-t border-line px-4 py-2.5 text-[13px] text-muted">
        Running a changed draft saves it as the kit’s next version. Nothing goes live until you publish it.
      </p>
    </Panel>
  );
}

function useGivenRun(run: string | undefined) {
  return useRead((api) => api.runs.get(run ?? '', { include: ['input'] }), {
    enabled: run !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

function useEvaluate() {
  return useChange((api, { sources, input }: { sources: readonly KitSource[]; input: Record<string, unknown> }) =>
    Promise.all(
      sources.map(async (each) => {
        const { kit_version_id, advice = [] } =
          'document' in each ? await api.kits.push(each.document) : { ...each, advice: [] };
        return { runId: await startSandboxRun(api, { kit_version_id, input }), advice };
      }),
    ),
  );
}

function sourcesOf(
  { against, kitVersionId }: ReturnType<typeof useSource>,
  draft: Draft | undefined,
  read: ReadDraft,
): KitSource[] {
  return [
    ...(against === undefined ? [] : [{ kit_version_id: against }]),
    ...(draft !== undefined
      ? [{ document: read?.value ?? {} }]
      : kitVersionId === undefined
        ? []
        : [{ kit_version_id: kitVersionId }]),
  ];
}

/** The input with the sides that were chosen on the page. */
function withSpeakers(input: Record<string, unknown>, sides: SpeakerSides): Record<string, unknown> {
  if (Object.keys(sides).length === 0) return input;
  return { ...input, speakers: { ...(typeof input.speakers === 'object' ? input.speakers : {}), ...sides } };
}

interface MappingProps {
  sides: SpeakerSides;
  onSides(sides: SpeakerSides): void;
  onRun(): void;
}

interface OutcomeProps extends MappingProps {
  runIds: readonly string[] | undefined;
  isPending: boolean;
}

function Outcome({ runIds, isPending, ...mapping }: OutcomeProps) {
  if (isPending) return <Spinner label="Evaluating" />;
  const [left, right] = runIds ?? [];
  if (left === undefined) return null;
  return right === undefined ? (
    <SingleRun key={left} runId={left} {...mapping} />
  ) : (
    <CompareRuns left={left} right={right} />
  );
}

function SingleRun({ runId, sides, onSides, onRun }: MappingProps & { runId: string }) {
  const { data: run, error } = useRun(runId);
  if (error !== null) return <ErrorState error={error} />;
  if (run === undefined) return <Spinner label="Evaluating" />;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">What was found</h2>
        <span className="flex flex-wrap items-center gap-2">
          {isTerminal(run.status) && <PublishVersion run={run} />}
          <Link to="/runs/$runId" params={{ runId }} className={buttonClass('plain', true)}>
            Open the run
          </Link>
        </span>
      </div>
      {run.conversation?.speakers !== undefined && run.conversation.speakers.length > 0 && (
        <SpeakerMapping speakers={run.conversation.speakers} value={sides} onChange={onSides} onRun={onRun} />
      )}
      <RunResults run={run} />
    </>
  );
}

/** The version that is chosen, by id, with its document and the name of its conversation field. */
function useSource(chosen: KitChosen | undefined) {
  const kit = useKits().data?.find(({ kit_id }) => kit_id === chosen?.kitId);
  const wanted = chosen?.version ?? (kit === undefined ? undefined : (kit.version ?? kit.newest_version));
  const version = useKitVersion(chosen?.kitId ?? '', wanted).data;
  const against = useKitVersion(chosen?.kitId ?? '', chosen?.against).data;
  const field = conversationFieldOf(useKitSchema(version?.kit_version_id).data);
  return {
    kitVersionId: version?.kit_version_id,
    document: version?.document,
    against: against?.kit_version_id,
    field,
  };
}

function useTooLarge(text: string): string | undefined {
  const limit = useSession().me.body_limit_bytes;
  const bytes = text.length * 3 < limit ? 0 : new Blob([text]).size;
  if (bytes <= limit - 1_024) return undefined;
  return `The conversation is ${formatBytes(bytes)}; the limit is ${formatBytes(limit)}.`;
}
