/** The effects of unsaved corrections on other answers, conditions and scores. */
import type { BrickSchema, NewReview } from '@brickwork/client';
import { useRead } from '../api/use-read.ts';
import { useSettled } from '../ui/use-settled.ts';
import { BrickValue } from './brick-value.tsx';

interface CorrectionPreviewProps {
  runId: string;
  reviews: readonly NewReview[];
  schemas: ReadonlyMap<string, BrickSchema>;
}

export function CorrectionPreview({ runId, reviews, schemas }: CorrectionPreviewProps) {
  const settled = useSettled(reviews);
  const { data = [] } = useRead((api) => api.reviews.preview(runId, settled), {
    // Only a correction changes anything.
    enabled: settled.some(({ verdict }) => verdict === 'wrong' || verdict === 'not_applicable'),
    // A value that is still being typed may not be one yet.
    retry: false,
  });
  // What one has just said is on the page already; what follows from it is not.
  const following = data.filter(({ brick }) => reviews.every((review) => review.brick !== brick));
  if (following.length === 0) return null;
  return (
    <section aria-label="What this changes" role="status" className="basis-full text-sm">
      <h3 className="text-[13px] font-semibold text-muted">This changes</h3>
      <ul className="mt-1 space-y-1">
        {following.map(({ brick, before, after }) => (
          <li key={brick} className="flex flex-wrap items-center gap-x-2">
            <span className="text-soft">{schemas.get(brick)?.name ?? brick}:</span>
            <BrickValue brick={before} schema={schemas.get(brick)} />
            <span aria-hidden="true">→</span>
            <span className="sr-only">becomes</span>
            <BrickValue brick={after} schema={schemas.get(brick)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
