import type { BrickSchema } from '@brickwork/client';
import type { BrickOutput, Run } from '../api/runs.ts';
import { useListening } from '../listening/listening.ts';
import { formatShare } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { BrickValue } from './brick-value.tsx';
import { Confidence, isComputed } from './confidence.tsx';
import type { Chosen } from './conversation-pane.tsx';
import { Moment } from './moment.tsx';
import { momentOf } from './recording-moment.ts';

interface BrickListProps {
  bricks: Readonly<Record<string, BrickOutput>>;
  schemas: ReadonlyMap<string, BrickSchema>;
  chosen: Chosen | undefined;
  onChoose(chosen: Chosen | undefined): void;
  /** The run: its conversation may have times, and its metadata a recording. */
  run: Pick<Run, 'conversation' | 'metadata'>;
}

export function BrickList({ bricks, schemas, chosen, onChoose, run }: BrickListProps) {
  return (
    <ul className="divide-y divide-line">
      {Object.entries(bricks).map(([key, brick]) => (
        <BrickItem
          key={key}
          brickKey={key}
          brick={brick}
          schema={schemas.get(key)}
          chosen={chosen?.key === key ? chosen : undefined}
          onChoose={onChoose}
          run={run}
        />
      ))}
    </ul>
  );
}

interface BrickItemProps {
  brickKey: string;
  brick: BrickOutput;
  schema: BrickSchema | undefined;
  chosen: Chosen | undefined;
  onChoose(chosen: Chosen | undefined): void;
  run: BrickListProps['run'];
}

function BrickItem(props: BrickItemProps) {
  const { brickKey, brick, schema, chosen, onChoose } = props;
  const isChosen = chosen !== undefined;
  return (
    <li id={`brick-${brickKey}`} className={isChosen ? 'bg-sunken' : ''}>
      <button
        type="button"
        aria-expanded={isChosen}
        onClick={() => onChoose(isChosen ? undefined : { key: brickKey, evidence: 0 })}
        className="block w-full px-4 py-3 text-left outline-offset-[-2px] hover:bg-sunken sm:px-5"
      >
        <span className="block text-sm text-soft">{schema?.name ?? brickKey}</span>
        <span className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <BrickValue brick={brick} schema={schema} />
          <Confidence brick={brick} schema={schema} />
        </span>
      </button>
      {isChosen && <Grounds {...props} />}
    </li>
  );
}

/** What anybody can check of a model's answer. */
function ModelFacts({ brick: { confidence_basis: facts } }: { brick: BrickOutput }) {
  if (facts === undefined) return null;
  const { quotes_given = 0, quotes_found = 0, votes = 1, agreeing = 1, stated } = facts;
  const said = [
    quotes_given > 0 && `${quotes_found} of ${quotes_given} quotes are in the conversation`,
    votes > 1 && `${agreeing} of ${votes} answers agree`,
    stated !== undefined && `the model’s own confidence: ${formatShare(stated)}`,
    facts.calibrated === true && 'calibrated on labelled conversations',
  ].filter((fact) => fact !== false);
  return (
    <>
      {said.length > 0 && <p className="mt-1.5 text-[13px] text-muted">{said.join(' · ')}</p>}
      {facts.suspect === true && (
        <p className="mt-1.5 text-[13px] text-warn">
          The conversation seems to tell the evaluator how to answer: check this answer.
        </p>
      )}
    </>
  );
}

/** Why: the reason, and the words it rests on, each a way into the conversation. */
function Grounds({ brickKey, brick, schema, chosen, onChoose, run }: BrickItemProps) {
  const evidence = brick.evidence ?? [];
  const listening = useListening();
  const secondsOf = (index: number) => {
    const span = brick.evidence_spans?.[index];
    return (span && listening?.momentOf(span.start)) ?? momentOf(run.conversation, span);
  };
  const choose = (index: number) => {
    const seconds = secondsOf(index);
    if (seconds !== undefined) listening?.playFrom(seconds);
    onChoose({ key: brickKey, evidence: index });
  };
  return (
    <div className="px-4 pb-4 sm:px-5">
      {schema?.description !== undefined && <p className="mb-2 text-sm text-muted">{schema.description}</p>}
      {brick.reason !== undefined && (
        <p className="text-sm text-soft">
          <Said>{brick.reason}</Said>
        </p>
      )}
      <ModelFacts brick={brick} />
      {brick.is_closest && <p className="mt-2 text-[13px] text-muted">{CLOSEST}</p>}
      {evidence.length > 0 ? (
        <ul className="mt-2.5 space-y-1.5" aria-label={brick.is_closest ? 'Closest words' : 'Evidence'}>
          {evidence.map((quote, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may be evidence twice; their order is all they have.
            <li key={index}>
              <button
                type="button"
                aria-pressed={chosen?.evidence === index}
                onClick={() => choose(index)}
                className="block w-full rounded-md border-l-[3px] border-mark-strong bg-mark px-3 py-1.5 text-left text-sm hover:brightness-97 aria-pressed:ring-2 aria-pressed:ring-mark-strong"
              >
                <Said>{quote.length > 600 ? `${quote.slice(0, 600)}…` : quote}</Said>
              </button>
              <Moment seconds={secondsOf(index)} metadata={run.metadata} className="ml-3" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-2 text-sm text-muted empty:hidden">{withoutEvidence(brick, schema)}</p>
      )}
      <p className="mt-2.5 font-mono text-xs text-muted">
        {brickKey}
        {schema !== undefined && ` · ${schema.type}`}
      </p>
    </div>
  );
}

export const CLOSEST = 'The closest words in the conversation. They were not enough for a yes.';

/** Why there is nothing to show. */
function withoutEvidence(brick: BrickOutput, schema: BrickSchema | undefined): string {
  if (isComputed(brick, schema)) return '';
  if (schema !== undefined && !schema.output_fields.includes('evidence')) return 'The kit asks for no evidence here.';
  if (brick.value === false) return 'Nobody mentions it, so there is nothing to quote.';
  return brick.value === null || brick.value === '' ? '' : 'No words in the conversation show this directly.';
}
