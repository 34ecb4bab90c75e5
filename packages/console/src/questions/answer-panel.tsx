/** What a question is answered with: the figure and its interval, what keeps it wide, groups, and quotes for and against. */
import type { QuestionAnswer, QuestionDifference, QuestionGroup } from '@brickwork/client';
import { formatDay, formatFigure, formatNumber, formatPoints, formatShare, intervalOf } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Said } from '../ui/said.tsx';
import { TableArea } from '../ui/table-area.tsx';
import { JudgePanel } from './judge-panel.tsx';
import { MakeBrick } from './make-brick.tsx';
import { Quotes } from './quotes.tsx';
import { ShareFigure } from './share-figure.tsx';
import { Themes } from './themes.tsx';
import { WeekChart } from './week-chart.tsx';

const TYPES = {
  boolean: 'yes/no',
  categorical: 'one of',
  numeric: 'a number',
  text: 'a text',
  themes: 'themes',
} as const;
const TOP = 8;

interface AnswerPanelProps {
  questionId: string;
  answer: QuestionAnswer;
  by: string | undefined;
  askedKit: string | undefined;
}

export function AnswerPanel({ questionId, answer, by, askedKit }: AnswerPanelProps) {
  const { question, type, inferred, n, not_sure, no_value, quotes } = answer;
  return (
    <Panel title={question} actions={<MakeBrick {...{ questionId, answer, askedKit }} />}>
      <div className="space-y-5 p-4 sm:p-5">
        <div className="space-y-3">
          <Estimates figures={answer} isLarge isThemes={type === 'themes'} />
          <p className="text-[13px] text-muted">
            {[
              `${formatNumber(n)} calls read`,
              `${inferred ? 'interpreted as' : ''} ${TYPES[type]}`.trim(),
              ...(not_sure > 0 ? [`not sure in ${formatShare(not_sure)}`] : []),
              ...(no_value !== undefined && no_value > 0 ? [`not mentioned in ${formatShare(no_value)}`] : []),
            ].join(' · ')}
          </p>
          <WhySoWide answer={answer} />
        </div>
        <JudgePanel questionId={questionId} answer={answer} />
        {by === 'week' && <WeekChart answer={answer} />}
        {answer.by !== undefined && answer.by.length > 0 && <Groups name={by ?? 'group'} groups={answer.by} />}
        {answer.difference !== undefined && (
          <Difference
            difference={answer.difference}
            isShare={type === 'boolean' || type === 'themes'}
            isWeek={by === 'week'}
          />
        )}
        {answer.themes !== undefined && <Themes themes={answer.themes} />}
        <div className="grid gap-5 lg:grid-cols-2">
          <Quotes title="For" quotes={quotes.for} unquoted={quotes.unquoted.for} />
          <Quotes title="Against" quotes={quotes.against} unquoted={quotes.unquoted.against} />
        </div>
      </div>
    </Panel>
  );
}

type Figures = Pick<QuestionAnswer, 'share' | 'mean' | 'median' | 'values'>;

function Estimates({
  figures: { share, mean, median, values },
  isLarge = false,
  isThemes = false,
}: {
  figures: Figures;
  isLarge?: boolean;
  isThemes?: boolean;
}) {
  if (share !== undefined)
    return <ShareFigure label={isThemes ? 'Mention it' : 'Yes'} share={share} isLarge={isLarge} />;
  if (mean !== undefined && median !== undefined)
    return (
      <dl className="flex flex-wrap gap-x-10 gap-y-2">
        {(
          [
            ['Mean', mean],
            ['Median', median],
          ] as const
        ).map(([name, { value, low, high }]) => (
          <div key={name}>
            <dt className="text-[13px] text-muted">{name}</dt>
            <dd className={`font-semibold tabular-nums ${isLarge ? 'text-2xl' : ''}`}>
              {formatFigure(value)}{' '}
              <span className="text-sm font-normal text-muted">{`(${intervalOf({ value, low, high }, formatFigure)})`}</span>
            </dd>
          </div>
        ))}
      </dl>
    );
  if (values === undefined || values.length === 0) return <p className="text-sm text-soft">No answer yet.</p>;
  return (
    <div className="space-y-2">
      {values.slice(0, TOP).map((value) => (
        <ShareFigure key={value.answer} label={value.answer} share={value} />
      ))}
    </div>
  );
}

/** What the engine's figures rest on, for somebody who has never heard of it. */
function whyWide({ accuracy: { basis, right }, judging, share }: QuestionAnswer): string {
  const tenths = Math.round(10 * right.value);
  const usual = `On questions like this, the engine is right about ${tenths} times in 10`;
  if (judging !== undefined && judging.judged > 0)
    return `The engine read the calls, and people judged ${formatNumber(judging.judged)} of them. Where they disagree, the people’s judgement counts.`;
  if (basis === 'reviewed')
    return 'People reviewed answers to this question, so its usual errors are known and corrected.';
  if (basis === 'published')
    return `${usual}, but on some questions far less often. It has not been checked on your question yet, so the interval is wide.`;
  return `How often this engine is right on your question is not known yet, so the ${share === undefined ? 'figures are' : 'interval is'} wide.`;
}

function WhySoWide({ answer }: { answer: QuestionAnswer }) {
  const { limited_by, share, enough, judging } = answer;
  const said =
    share === undefined
      ? ''
      : ` It said yes in ${formatShare(share.observed)}; the figure above allows for its errors.`;
  const next =
    limited_by === 'accuracy'
      ? ` More calls will not narrow the interval${judging?.next === undefined ? '' : '; judging some of them will'}.`
      : limited_by === 'not_sure'
        ? ' Answers that are “not sure” keep it wide, because each could be a yes or a no.'
        : limited_by === 'sampling' && !enough
          ? ' More calls will narrow the interval.'
          : '';
  return (
    <p className="max-w-3xl text-sm text-soft">
      {`${whyWide(answer)}${said}${next}`} In the bar, the dark part is the sampling error, and the light part is what
      the engine’s errors add.
    </p>
  );
}

function Groups({ name, groups }: { name: string; groups: readonly QuestionGroup[] }) {
  return (
    <TableArea label={`By ${name}`}>
      <table className="w-full text-sm">
        <thead className="text-left text-[13px] text-muted">
          <tr>
            {[name === 'week' ? 'Week from' : name, 'Asked', 'Estimate'].map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-4 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {groups.map((group) => (
            <tr key={group.group ?? '\0'}>
              <th
                scope="row"
                title={group.group ?? undefined}
                className="max-w-60 truncate py-2 pr-4 text-left font-medium"
              >
                <GroupName group={group} isWeek={name === 'week'} />
              </th>
              <td className="py-2 pr-4 whitespace-nowrap tabular-nums">
                {`${formatNumber(group.n)} of ${formatNumber(group.population)}`}
              </td>
              <td className="w-3/5 py-2">
                {group.n === 0 ? <span className="text-muted">not read yet</span> : <Estimates figures={group} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableArea>
  );
}

interface DifferenceProps {
  difference: QuestionDifference;
  isShare: boolean;
  isWeek: boolean;
}

function GroupName({ group: { group, unfinished }, isWeek }: { group: QuestionGroup; isWeek: boolean }) {
  if (group === null) return <span className="text-muted">none</span>;
  if (!isWeek) return <Said>{group}</Said>;
  return (
    <>
      {formatDay(group)}
      {unfinished && <span className="font-normal text-muted"> (not complete)</span>}
    </>
  );
}

/** In a sentence: what can be said, and what cannot. */
function Difference({ difference, isShare, isWeek }: DifferenceProps) {
  const { value, low, high } = difference;
  const nameOf = (name: string) => (isWeek ? `the week of ${formatDay(name)}` : name);
  const [group, from] = [nameOf(difference.group), nameOf(difference.from)];
  const figure = (number: number) => (isShare ? formatPoints(number) : formatFigure(number));
  return (
    <p className="text-sm">
      {low > 0 ? (
        <>
          {isShare ? 'More often in ' : 'More in '}
          <Said className="font-semibold">{group}</Said> than in <Said className="font-semibold">{from}</Said>
        </>
      ) : (
        <>
          No clear difference between <Said className="font-semibold">{group}</Said> and{' '}
          <Said className="font-semibold">{from}</Said>
        </>
      )}
      {`: ${figure(value)}${isShare ? ' points' : ''} (${figure(low)} to ${figure(high)}).`}
    </p>
  );
}
