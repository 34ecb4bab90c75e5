/** Data in an export about its conversation, in addition to the words. Nothing is inferred: data that is not stated is absent. */
import type { Channel, Person } from './conversation.ts';
import type { ReadShape } from './normalise.ts';

export interface StatedFacts {
  /** RFC 3339 in UTC. */
  occurredAt?: string | undefined;
  /** If no zone is stated: `2025-03-03T17:40:00`, in the workspace's time zone. */
  occurredLocal?: string | undefined;
  channel?: Channel | undefined;
  /** The name or mail address of the agent; if there are several, the human who spoke last. */
  agent?: string | undefined;
}

export function statedFacts({
  occurredAt,
  occurredLocal,
  channel,
  people = [],
  aliases,
  turns,
}: ReadShape): StatedFacts {
  // A format states a side itself, or through the speaker's role, in the vendor's words (`AGENT`).
  const hasRole = (speaker: string) => aliases?.get(speaker)?.some((alias) => alias.toLowerCase() === 'agent');
  const isAgent = ({ side, speaker }: Person) =>
    side === 'agent' || (side === undefined && speaker !== undefined && hasRole(speaker));
  const bots = new Set(turns.flatMap(({ kind, speaker }) => (kind === 'bot' ? (speaker ?? []) : [])));
  const agents = people.filter((person) => isAgent(person) && !bots.has(person.speaker ?? ''));
  const last = turns.findLast(
    ({ speaker, kind }) => kind === undefined && agents.some((each) => each.speaker === speaker),
  );
  const isOne = new Set(agents.map(nameOf)).size === 1;
  const agent = isOne ? agents[0] : agents.find(({ speaker }) => speaker !== undefined && speaker === last?.speaker);
  return { occurredAt, occurredLocal, channel, agent: agent === undefined ? undefined : nameOf(agent) };
}

function nameOf({ name, email }: Person): string | undefined {
  return name ?? email;
}
