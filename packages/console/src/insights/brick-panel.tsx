/** One brick: how many answers there are, how they divide with links to their calls, and its figure by group. */
import type { BrickInsights, BrickSchema } from '@brickwork/client';
import { isNumeric, leadingOf, nameOfAnswer } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatNumber, formatShare, intervalOf } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { formatOf, reviewedText } from './figures.ts';
import type { CallsOf } from './insights-search.ts';

interface BrickPanelProps {
  brick: BrickInsights;
  /** Of the kit as it is now. */
  schema: BrickSchema | undefined;
  calls: CallsOf;
  /** The figure by group. */
  children: ReactNode;
}

export function BrickPanel({ brick, schema, calls, children }: BrickPanelProps) {
  const hasFigure = isNumeric(brick) || leadingOf(brick) !== undefined;
  return (
    <Panel title={brick.name}>
      <div className="space-y-3 p-4">
        <Counts brick={brick} schema={schema} calls={calls} />
        <p className="text-[13px] text-muted">{reviewedText(brick)}</p>
        {brick.values !== undefined && <Values brick={brick} calls={calls} />}
        {isNumeric(brick) && <Quantiles brick={brick} schema={schema} calls={calls} />}
        {hasFigure && children}
      </div>
    </Panel>
  );
}

/** What is not an answer stands apart, and is never counted as a no. */
function Counts({ brick, schema, calls }: Omit<BrickPanelProps, 'children'>) {
  const { key, answered, not_applicable, not_sure, no_answer, confidence } = brick;
  const counts = [
    [answered, 'answered', 'answered'],
    [not_sure, 'not sure', 'not_sure'],
    [not_applicable, 'does not apply', 'not_applicable'],
    [no_answer, 'not mentioned', 'no_answer'],
  ] as const;
  return (
    <ul aria-label={`How many calls answer ${brick.name}`} className="flex flex-wrap gap-x-3 text-[13px] text-muted">
      {counts.map(
        ([count, name, state]) =>
          (count > 0 || state === 'answered') && (
            <li key={state}>
              <Link
                to="/runs"
                search={calls({ where: [[`answer.${key}`, `is:${state}`]], column: key }) ?? {}}
                className={`rounded underline-offset-2 hover:underline ${state === 'not_sure' ? 'text-warn' : ''}`}
              >
                {formatNumber(count)} {name}
              </Link>
            </li>
          ),
      )}
      {confidence !== undefined && schema?.score === undefined && <li>{`confidence ${formatShare(confidence)}`}</li>}
    </ul>
  );
}

/** More are rare; the API has them all. */
const MOST_VALUES = 8;

function Values({ brick, calls }: Pick<BrickPanelProps, 'brick' | 'calls'>) {
  return (
    <ul className="space-y-1.5 text-sm" aria-label={`Answers of ${brick.name}`}>
      {brick.values?.slice(0, MOST_VALUES).map(({ value, name, count, share }) => (
        <li key={String(value)}>
          <Link
            to="/runs"
            search={calls({ where: [[`answer.${brick.key}`, `eq:${String(value)}`]], column: brick.key }) ?? {}}
            className="group relative block rounded"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 truncate group-hover:underline" title={nameOfAnswer(value, name)}>
                {nameOfAnswer(value, name)}
              </span>
              <span className="text-[13px] whitespace-nowrap text-muted tabular-nums">
                {formatShare(share.value)}
                {share.low !== undefined && ` (${intervalOf(share, formatShare)})`}
                <span className="sr-only">{`, show the ${formatNumber(count)} calls`}</span>
              </span>
            </span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-0.5 h-1.5 w-full" aria-hidden="true">
              <rect width="100" height="4" className="fill-sunken" />
              <rect width={Math.min(100, share.value * 100)} height="4" className="fill-accent" />
            </svg>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Quantiles({ brick, schema, calls }: Omit<BrickPanelProps, 'children'>) {
  const format = formatOf(brick, schema);
  return (
    <dl className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
      {brick.mean !== undefined && (
        <div>
          <dt className="text-[13px] text-muted">mean</dt>
          <dd className="font-medium tabular-nums">
            {format(brick.mean.value)}
            {brick.mean.low !== undefined && (
              <span className="block text-xs font-normal text-muted">{intervalOf(brick.mean, format)}</span>
            )}
          </dd>
        </div>
      )}
      {brick.quantiles?.map(({ quantile, value }) => (
        <div key={quantile}>
          <dt className="text-[13px] text-muted">{quantile === 0.5 ? 'median' : formatShare(quantile)}</dt>
          <dd className="font-medium tabular-nums">
            <Link
              to="/runs"
              search={
                calls({
                  where: [[`answer.${brick.key}`, `${quantile > 0.5 ? 'gte' : 'lte'}:${value}`]],
                  column: brick.key,
                }) ?? {}
              }
              aria-label={`${format(value)}: show the calls ${quantile > 0.5 ? 'from here up' : 'up to here'}`}
              className="hover:underline"
            >
              {format(value)}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
