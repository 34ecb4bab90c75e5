/** What an export says about its conversation beside the words. Nothing of it is inferred: what is not stated is absent. */
import type { Channel, Person } from './conversation.ts';
import type { ReadShape } from './normalise.ts';

export interface StatedFacts {
  /** RFC 3339 in UTC. */
  occurredAt?: string | undefined;
  /** Where no zone is stated: `2025-03-03T17:40:00`, by the clock of the workspace. */
  occurredLocal?: string | undefined;
  channel?: Channel | undefined;
  /** The name or mail address of the agent, where exactly one took part. */
  agent?: string | undefined;
}

export function statedFacts({ occurredAt, occurredLocal, channel, people = [], aliases }: ReadShape): StatedFacts {
  // A format states a side itself, or as another name of the speaker: their role, as the vendor writes it (`AGENT`).
  const hasRole = (speaker: string) => aliases?.get(speaker)?.some((alias) => alias.toLowerCase() === 'agent');
  const isAgent = ({ side, speaker }: Person) =>
    side === 'agent' || (side === undefined && speaker !== undefined && hasRole(speaker));
  const agents = new Set(people.filter(isAgent).map(({ name, email }) => name ?? email));
  return { occurredAt, occurredLocal, channel, agent: agents.size === 1 ? [...agents][0] : undefined };
}
