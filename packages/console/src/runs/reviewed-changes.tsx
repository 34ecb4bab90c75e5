/** What the corrections of reviewers change: the answers that they corrected, and those that follow from them. */
import type { BrickSchema } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';
import { Said } from '../ui/said.tsx';
import { BrickValue } from './brick-value.tsx';

interface ReviewedChangesProps {
  given: Readonly<Record<string, BrickOutput>>;
  reviewed: Readonly<Record<string, BrickOutput>>;
  schemas: ReadonlyMap<string, BrickSchema>;
}

const WHY = { corrected: 'corrected', recomputed: 'follows from a correction' } as const;

export function ReviewedChanges({ given, reviewed, schemas }: ReviewedChangesProps) {
  const changed = Object.entries(reviewed).filter(([, brick]) => brick.reviewed !== undefined);
  if (changed.length === 0) return null;
  return (
    <section aria-label="As reviewed" className="border-b border-line bg-sunken px-4 py-3 sm:px-5">
      <h3 className="text-[13px] font-semibold text-muted">As reviewed</h3>
      <ul className="mt-1 space-y-1.5 text-sm">
        {changed.map(([key, brick]) => {
          const before = given[key];
          return (
            <li key={key} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="text-soft">
                <Said>{schemas.get(key)?.name ?? key}</Said>:
              </span>
              {before !== undefined && (
                <>
                  <BrickValue brick={before} schema={schemas.get(key)} />
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">is now</span>
                </>
              )}
              <BrickValue brick={brick} schema={schemas.get(key)} />
              <span className="text-[13px] text-muted">{WHY[brick.reviewed ?? 'recomputed']}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
