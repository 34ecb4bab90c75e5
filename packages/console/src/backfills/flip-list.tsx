/** The runs whose answer changed, each with a link to what was said before and to what is said now. */
import type { BrickSchema, ComparedBrick } from '@brickwork/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCallsWord } from '../api/use-calls-word.ts';
import { showAnswer } from '../runs/answer-columns.tsx';
import { Button } from '../ui/button.tsx';
import { formatNumber } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';

const FIRST_SHOWN = 10;

interface FlipListProps {
  brick: ComparedBrick;
  name: string;
  schema: BrickSchema | undefined;
}

export function FlipList({ brick: { changed, flips }, name, schema }: FlipListProps) {
  const { one, many, title } = useCallsWord();
  const [isAll, setIsAll] = useState(false);
  if (flips.length === 0) return null;
  const capital = title.slice(0, -1);
  const shown = isAll ? flips : flips.slice(0, FIRST_SHOWN);
  return (
    <div>
      <h3 className="text-sm font-medium">
        {changed === 1 ? `1 ${one} changed` : `${formatNumber(changed)} ${many} changed`}
        {flips.length < changed && (
          <span className="font-normal text-muted">{`, the oldest ${formatNumber(flips.length)} are listed`}</span>
        )}
      </h3>
      <ul aria-label={`${title} whose ${name} changed`} className="mt-1.5 divide-y divide-line text-sm">
        {shown.map(({ run_id, rescored_run_id, before, after }) => (
          <li key={run_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-1.5">
            <span className="min-w-0">
              <Said>{showAnswer({ value: before }, schema)}</Said> <span aria-hidden="true">→</span>
              <span className="sr-only">became</span>{' '}
              <Said className="font-medium">{showAnswer({ value: after }, schema)}</Said>
            </span>
            <span className="ml-auto flex gap-3 text-[13px]">
              <RunLink runId={run_id} label={`${capital} before`} />
              <RunLink runId={rescored_run_id} label={`${capital} after`} />
            </span>
          </li>
        ))}
      </ul>
      {flips.length > FIRST_SHOWN && (
        <Button isSmall className="mt-2" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Show fewer' : `Show all ${formatNumber(flips.length)}`}
        </Button>
      )}
    </div>
  );
}

function RunLink({ runId, label }: { runId: string; label: string }) {
  return (
    <Link
      to="/runs/$runId"
      params={{ runId }}
      search={{}}
      aria-label={`${label}, ${runId}`}
      className="rounded text-accent underline underline-offset-2"
    >
      {label}
    </Link>
  );
}
