/** How sure, and on what grounds. */
import { formatShare } from '../ui/format.ts';

const BASES: Readonly<Record<string, string>> = {
  metric: 'computed exactly',
  pattern: 'matched a pattern',
  lexical: 'matched the words',
  examples: 'close to the kit’s examples',
  learned: 'learned from labelled conversations',
  weak: 'only weak signs',
  model: 'a model’s judgement',
  score: 'computed from other bricks',
  condition: 'follows from other bricks',
  unsaid: 'no such number was found',
};

export function Confidence({ confidence, basis }: { confidence: number; basis: string | undefined }) {
  const tone = confidence >= 0.8 ? 'bg-ok' : confidence >= 0.5 ? 'bg-warn' : 'bg-bad';
  return (
    <span className="inline-flex items-center gap-2 text-[13px] whitespace-nowrap text-muted">
      <span aria-hidden="true" className="h-1.5 w-10 overflow-hidden rounded-full bg-sunken">
        <span className={`block h-full ${tone}`} style={{ width: `${confidence * 100}%` }} />
      </span>
      <span>
        <span className="sr-only">Confidence </span>
        {formatShare(confidence)}
        {basis !== undefined && ` · ${BASES[basis] ?? basis}`}
      </span>
    </span>
  );
}
