/** How sure, and on what grounds. */
import type { BrickSchema } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';
import { formatShare } from '../ui/format.ts';

const BASES: Readonly<Record<string, string>> = {
  metric: 'measured',
  pattern: 'matched a pattern',
  lexical: 'matched the words',
  examples: 'close to the kit’s examples',
  learned: 'learned from labelled conversations',
  read: 'read in the conversation',
  weak: 'only weak signs',
  model: 'a model’s judgement',
  score: 'computed from the answers',
  condition: 'follows from other answers',
  unsaid: 'no such number was found',
};

/** Follows from other answers or from the clock: nobody can be more or less sure of it. */
const COMPUTED: readonly string[] = ['metric', 'score', 'condition'];

/** Runs of earlier releases do not say how an answer was found; a score is one by its declaration, too. */
export const isComputed = ({ basis }: Pick<BrickOutput, 'basis'>, schema: BrickSchema | undefined): boolean =>
  COMPUTED.includes(basis ?? '') || schema?.score !== undefined;

interface ConfidenceProps {
  brick: Pick<BrickOutput, 'confidence' | 'basis'>;
  schema: BrickSchema | undefined;
}

export function Confidence({ brick, schema }: ConfidenceProps) {
  const { confidence, basis = schema?.score && 'score' } = brick;
  if (confidence === undefined) return null;
  const ground = basis === undefined ? undefined : (BASES[basis] ?? basis);
  if (isComputed(brick, schema)) return <span className="text-[13px] whitespace-nowrap text-muted">{ground}</span>;
  const tone = confidence >= 0.8 ? 'bg-ok' : confidence >= 0.5 ? 'bg-warn' : 'bg-bad';
  return (
    <span className="inline-flex items-center gap-2 text-[13px] whitespace-nowrap text-muted">
      <span aria-hidden="true" className="h-1.5 w-10 overflow-hidden rounded-full bg-sunken">
        <span className={`block h-full ${tone}`} style={{ width: `${confidence * 100}%` }} />
      </span>
      <span>
        <span className="sr-only">Confidence </span>
        {formatShare(confidence)}
        {ground !== undefined && ` · ${ground}`}
      </span>
    </span>
  );
}
