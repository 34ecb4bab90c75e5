/** A run's score as the form that people fill in by hand: sections, questions, answers and points. */
import { type BrickSchema, type Scorecard, type ScorecardLine, toScorecards } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';
import { formatNumber, formatShare } from '../ui/format.ts';
import { Said } from '../ui/said.tsx';
import { BrickValue } from './brick-value.tsx';
import { isComputed } from './confidence.tsx';

interface ScorecardFormProps {
  bricks: Readonly<Record<string, BrickOutput>>;
  /** What the kit answered, where `bricks` are as reviewers see them. */
  given?: Readonly<Record<string, BrickOutput>> | undefined;
  schemas: ReadonlyMap<string, BrickSchema>;
  /** Opens a brick among the results, where its reason and evidence are. */
  onOpen(key: string): void;
}

export function scorecardsOf({ bricks, schemas }: Pick<ScorecardFormProps, 'bricks' | 'schemas'>): Scorecard[] {
  return toScorecards([...schemas.values()], bricks);
}

export function ScorecardForm({ bricks, given, schemas, onOpen }: ScorecardFormProps) {
  return (
    <div className="divide-y divide-line">
      {scorecardsOf({ bricks, schemas }).map((card) => (
        <section key={card.brick_key} aria-label={card.name} className="px-4 py-4 sm:px-5">
          <h3 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-base font-semibold">
            <Said>{card.name}</Said>
            <Total brick={bricks[card.brick_key]} schema={schemas.get(card.brick_key)} />
          </h3>
          {given !== undefined && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-[13px] text-muted">
              As reviewed; the kit’s own answers gave{' '}
              <Total brick={given[card.brick_key]} schema={schemas.get(card.brick_key)} />
            </p>
          )}
          {card.failed_by.length > 0 && (
            <p className="mt-2 rounded-md bg-bad-soft px-3 py-1.5 text-sm text-bad">
              Failed because of {card.failed_by.join(', ')}.
            </p>
          )}
          {card.state === 'unknown' && card.unknown_failures.length > 0 && (
            <p className="mt-2 rounded-md bg-sunken px-3 py-1.5 text-sm">
              Withheld: unclear whether it fails because of {card.unknown_failures.join(', ')}.
            </p>
          )}
          <Uncounted lines={card.lines} />
          {sectionsOf(card.lines).map(([section, lines]) => (
            <Section key={section} title={section} lines={lines} bricks={bricks} schemas={schemas} onOpen={onOpen} />
          ))}
        </section>
      ))}
    </div>
  );
}

/** A total without some of its lines looks like one with all of them: say so. */
function Uncounted({ lines }: { lines: readonly ScorecardLine[] }) {
  const count = lines.filter(({ state }) => state === 'abstained').length;
  if (count === 0) return null;
  return (
    <p className="mt-1 text-[13px] text-muted">
      {count} of {lines.length} lines {count === 1 ? 'is' : 'are'} not counted, because the answer is not sure.
    </p>
  );
}

function Total({ brick, schema }: { brick: BrickOutput | undefined; schema: BrickSchema | undefined }) {
  return brick === undefined ? null : <BrickValue brick={brick} schema={schema} />;
}

/** In the order of the kit; lines without a section come under one heading of their own. */
function sectionsOf(lines: readonly ScorecardLine[]): [section: string, lines: ScorecardLine[]][] {
  return [...Map.groupBy(lines, ({ section }) => section ?? 'Questions')];
}

/** What cost points comes first, then what is not sure; the rest stays in the order of the kit. */
const lostFirst = (a: ScorecardLine, b: ScorecardLine) => rankOf(a) - rankOf(b);

function rankOf({ state, earned, points }: ScorecardLine): number {
  if (state === 'abstained') return 1;
  return state === 'counted' && earned < points ? 0 : 2;
}

interface WhyProps {
  line: ScorecardLine;
  brick: BrickOutput | undefined;
  schema: BrickSchema | undefined;
}

/** Of a line that cost points: how sure it is, and the words it rests on. Of one that is not sure: how much was missing. */
function Why({ line, brick, schema }: WhyProps) {
  const { evidence: [quote] = [] } = brick ?? {};
  const confidence = brick === undefined || isComputed(brick, schema) ? undefined : brick.confidence;
  const look = 'mt-0.5 block text-[13px] text-muted';
  if (line.state === 'abstained')
    return confidence === undefined || schema?.abstain_below === undefined ? null : (
      <span className={look}>
        {`Not sure: ${formatShare(confidence)}; this kit requires ${formatShare(schema.abstain_below)}.`}
      </span>
    );
  if (rankOf(line) > 0) return null;
  return (
    <span className={look}>
      {confidence !== undefined && `${formatShare(confidence)} sure`}
      {quote !== undefined && (
        <>
          {confidence !== undefined && ': '}
          <q>
            <Said>{quote}</Said>
          </q>
        </>
      )}
    </span>
  );
}

interface SectionProps extends ScorecardFormProps {
  title: string;
  lines: readonly ScorecardLine[];
}

function Section({ title, lines, bricks, schemas, onOpen }: SectionProps) {
  const counted = lines.filter(({ state }) => state === 'counted');
  const sum = (field: 'earned' | 'points') => counted.reduce((total, line) => total + line[field], 0);
  return (
    <table className="mt-4 w-full table-fixed text-sm">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="border-b border-line text-left text-[13px] text-muted">
          <th scope="col" className="w-[45%] py-1.5 font-semibold">
            <Said>{title}</Said>
          </th>
          <th scope="col" className="py-1.5 font-normal">
            <span className="sr-only">Answer</span>
          </th>
          <th scope="col" className="w-24 py-1.5 text-right font-normal tabular-nums">
            <span className="sr-only">Points </span>
            {counted.length > 0 && `${formatNumber(sum('earned'))} / ${formatNumber(sum('points'))}`}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.toSorted(lostFirst).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may count the same brick.
          <tr key={`${index + 1}`}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <button type="button" className="text-left hover:underline" onClick={() => onOpen(line.brick_key)}>
                <Said>{line.name}</Said>
              </button>
              {line.test !== null && (
                <span className="block text-[13px] text-muted">
                  <Said>{line.test}</Said>
                </span>
              )}
            </th>
            <td className="py-2 pr-3">
              <Total brick={bricks[line.brick_key]} schema={schemas.get(line.brick_key)} />
              <Why line={line} brick={bricks[line.brick_key]} schema={schemas.get(line.brick_key)} />
            </td>
            <td className="py-2 text-right whitespace-nowrap tabular-nums">
              {line.state === 'counted' ? (
                `${formatNumber(line.earned)} / ${formatNumber(line.points)}`
              ) : (
                <span className="text-muted">not counted</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
