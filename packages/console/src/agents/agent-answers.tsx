/** Which answers cost an agent most and which go best, beside those of the team. */
import { clearDifference, type Loss, lossesIn } from '@brickwork/contract/figures';
import { Link } from '@tanstack/react-router';
import type { InsightsGroup } from '../api/insights.ts';
import { EstimateText } from '../insights/estimate.tsx';
import type { Scope } from '../insights/scope.ts';
import { formatShare, formatShort } from '../ui/format.ts';
import { Panel } from '../ui/panel.tsx';
import { Tag } from '../ui/status-badge.tsx';

interface AgentAnswersProps {
  name: string;
  scope: Scope;
  own: InsightsGroup;
  peers: InsightsGroup;
  team: string | undefined;
}

const MOST_ANSWERS = 5;

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
  const worst = lost.slice(0, Math.min(MOST_ANSWERS, Math.ceil(losses.length / 2)));
  const best = losses
    .filter((loss) => !worst.includes(loss))
    .toSorted((a, b) => b.met.value - a.met.value)
    .slice(0, MOST_ANSWERS);
  const list = (title: string, shown: readonly Loss[]) =>
    shown.length > 0 && (
      <AnswerList title={title} losses={shown} peers={ofPeers} name={name} scope={scope} team={team} />
    );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      {list('Costs most', worst)}
      {list('Goes best', best)}
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
  const { item, met, points } = loss;
  const difference = clearDifference(peer?.met, met);
  return (
    <li className="grid break-inside-avoid grid-cols-[minmax(0,1fr)_fit-content(60%)] items-baseline gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm">
      <span className="flex min-w-0 items-baseline gap-2">
        <Link
          to="/runs"
          search={scope.calls({ agent: name, where: points > 0 ? item.lostWhere : [], columns: [item.key] })}
          title={item.name}
          className="min-w-0 truncate rounded font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {item.name}
        </Link>
        {difference !== undefined && (
          <Tag tone={difference === 'up' ? 'ok' : 'bad'}>{difference === 'up' ? 'ahead' : 'behind'}</Tag>
        )}
      </span>
      <EstimateText estimate={met} format={formatShare} />
      <span className="text-[13px] text-muted">
        {item.isFailRule ? `Sets the score to 0: ${item.wanted}` : `Wanted: ${item.wanted}`}
      </span>
      <span className="text-right text-[13px] text-muted tabular-nums">
        {peer !== undefined && `${team ?? 'everybody'} ${formatShare(peer.met.value)}`}
        {scope.main?.score !== undefined && !item.isFailRule && ` · −${formatShort(points)} points`}
      </span>
    </li>
  );
}
