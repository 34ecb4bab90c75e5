/** Which answers cost an agent most points and which are best, compared with those of the team. */
import type { InsightsGroup } from '@brickwork/client';
import { type Loss, lossesIn } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { Scope } from '../insights/scope.ts';
import { formatNumber, formatShare, formatShort } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';

interface AgentAnswersProps {
  name: string;
  scope: Scope;
  own: InsightsGroup;
  peers: InsightsGroup;
  team: string | undefined;
}

const MOST_ANSWERS = 5;
/** Of the answers, so many as expected: less is nothing to praise. */
const GOES_WELL = 0.7;

export function AgentAnswers({ name, scope, own, peers, team }: AgentAnswersProps) {
  const losses = lossesIn(own, scope.items);
  const ofPeers = lossesIn(peers, scope.items);
  if (losses.length === 0)
    return (
      <Panel title="Answers">
        <p className="p-4 text-sm text-soft">
          This kit does not define which answers are good. Give its questions points in a score, or <code>good</code>.
        </p>
      </Panel>
    );
  const lost = losses.filter(({ points }) => points > 0);
  const poor = lost.filter(({ met }) => met.value < GOES_WELL).length;
  const worst = lost.slice(0, Math.min(MOST_ANSWERS, Math.max(poor, Math.ceil(losses.length / 2))));
  const best = losses
    .filter(
      (loss) => !worst.includes(loss) && !(loss.item.isFailRule && loss.points > 0) && loss.met.value >= GOES_WELL,
    )
    .toSorted((a, b) => b.met.value - a.met.value)
    .slice(0, MOST_ANSWERS);
  const list = (title: string, shown: readonly Loss[]) =>
    shown.length > 0 && (
      <AnswerList title={title} losses={shown} peers={ofPeers} name={name} scope={scope} team={team} />
    );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      {list('Costs most', worst)}
      {list('Best answers', best)}
    </div>
  );
}

interface AnswerListProps {
  title: string;
  losses: readonly Loss[];
  peers: readonly Loss[];
  name: string;
  scope: Scope;
  team: string | undefined;
}

function AnswerList({ title, losses, peers, name, scope, team }: AnswerListProps) {
  return (
    <Panel title={title}>
      <ul className="divide-y divide-line">
        {losses.map((loss) => (
          <AnswerLine
            key={`${loss.item.key} ${loss.item.isFailRule}`}
            loss={loss}
            peer={peers.find(({ item }) => item === loss.item)}
            name={name}
            scope={scope}
            team={team}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface AnswerLineProps {
  loss: Loss;
  peer: Loss | undefined;
  name: string;
  scope: Scope;
  team: string | undefined;
}

function AnswerLine({ loss, peer, name, scope, team }: AnswerLineProps) {
  const { item, points } = loss;
  return (
    <li className="grid break-inside-avoid grid-cols-[minmax(0,1fr)_fit-content(60%)] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm">
      <Link
        to="/runs"
        search={scope.calls({ agent: name, where: points > 0 ? item.lostWhere : [], columns: [item.key] })}
        title={item.name}
        className="min-w-0 truncate rounded font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {item.name}
      </Link>
      <span className="text-right font-semibold whitespace-nowrap tabular-nums">{howOften(loss)}</span>
      <span className="text-[13px] text-muted">
        {item.isFailRule ? 'Must not happen: it sets the score to 0' : `Expected: ${item.wanted}`}
      </span>
      <span className="text-right text-[13px] text-muted tabular-nums">
        {peer !== undefined && `${team ?? 'everybody'} ${howOften(peer)}`}
        {scope.main?.score !== undefined && !item.isFailRule && ` · −${formatShort(points)} points`}
      </span>
    </li>
  );
}

/** What must not happen is counted by how often it did; everything else by how often it was as expected. */
function howOften({ item, met, answered }: Loss): string {
  const full = Math.round(met.value * answered);
  const count = item.isFailRule ? answered - full : full;
  if (count === 0) return `never, ${formatNumber(answered)} calls`;
  const share = answered < SMALL ? '' : ` (${formatShare(count / answered)})`;
  return `${formatNumber(count)} of ${formatNumber(answered)}${share}`;
}

/** A share of fewer calls says more than they do. */
const SMALL = 20;
