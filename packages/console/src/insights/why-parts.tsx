/** Which questions, teams and agents a change comes from. The parts and the rest add up to it. */

import { signed } from './change-text.ts';
import type { Change } from './use-changes.ts';

interface Part {
  name: string;
  value: number;
}

const MOST_PARTS = 3;

export function WhyParts({ change, unit }: { change: Change; unit(value: number): string }) {
  const { points = [], rest = 0, teams, agents, agent } = change;
  const questions = points.map(({ name, points: value }) => ({ name, value }));
  const named = (parts: Change['teams'], none: string) => parts.map(({ name = none, value }) => ({ name, value }));
  const inPoints = agent !== undefined && change.what !== 'mean' ? ' (points)' : '';
  return (
    <dl className="mt-1.5 space-y-1 text-[13px] empty:hidden">
      {questions.length > 0 && (
        <Line
          name={`Questions${inPoints}`}
          parts={questions}
          rest={rest}
          unit={inPoints === '' ? unit : (value) => String(Math.round(value))}
        />
      )}
      {teams.length > 1 && <Line name="Teams" parts={named(teams, 'no team')} rest={0} unit={unit} />}
      {agents.length > 1 && <Line name="Agents" parts={named(agents, 'no agent')} rest={0} unit={unit} />}
    </dl>
  );
}

interface LineProps {
  name: string;
  parts: readonly Part[];
  /** Beyond the parts. */
  rest: number;
  unit(value: number): string;
}

function Line({ name, parts, rest, unit }: LineProps) {
  const shown = parts.slice(0, MOST_PARTS);
  const others = parts.slice(MOST_PARTS).reduce((sum, { value }) => sum + value, rest);
  const whole = Math.max(...shown.map(({ value }) => Math.abs(value)), 1e-9);
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap gap-x-4 gap-y-0.5">
        {shown.map(({ name: each, value }) => (
          <span key={each} className="inline-flex min-w-0 items-center gap-1.5">
            <svg width="36" height="8" viewBox="0 0 36 8" aria-hidden="true" className="shrink-0">
              <rect width="36" height="8" rx="2" className="fill-sunken" />
              <rect
                width={(36 * Math.abs(value)) / whole}
                height="8"
                rx="2"
                className={value < 0 ? 'fill-bad' : 'fill-ok'}
              />
            </svg>
            <span className="truncate" title={each}>
              {each}
            </span>
            <span className="font-medium whitespace-nowrap tabular-nums">{signed(value, unit)}</span>
          </span>
        ))}
        {(parts.length > MOST_PARTS || unit(Math.abs(others)) !== unit(0)) && (
          <span className="text-muted tabular-nums">{`the rest ${signed(others, unit)}`}</span>
        )}
      </dd>
    </div>
  );
}
