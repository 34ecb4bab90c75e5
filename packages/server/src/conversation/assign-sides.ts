/** Gives every turn its side: first what the user set, then the labels, then whoever is left in a conversation of two. */
import type { Side, Turn } from './conversation.ts';
import { foldLabel, inferSide, isNeitherSide } from './infer-side.ts';

export type Sides = Readonly<Record<string, Side>>;

/** Other names of a label that may show its side: a mail address, a message's role. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

export function assignSides(turns: Turn[], sides: Sides = {}, aliases: Aliases = new Map()): Turn[] {
  const sideOf = sidesOfLabels(new Set(turns.flatMap(({ speaker }) => speaker ?? [])), sides, aliases);
  return turns.map((turn) => {
    const side = turn.speaker === undefined ? undefined : sideOf.get(turn.speaker);
    return side === undefined ? turn : { ...turn, side };
  });
}

function sidesOfLabels(labels: ReadonlySet<string>, sides: Sides, aliases: Aliases): Map<string, Side> {
  const told = new Map(Object.entries(sides).map(([label, side]) => [foldLabel(label), side]));
  const found = new Map<string, Side>();
  const guessed = new Map<string, Side>();
  for (const label of labels) {
    const names = [label, ...(aliases.get(label) ?? [])];
    const given = names.map((name) => told.get(foldLabel(name))).find((side) => side !== undefined);
    const inferred = names.flatMap((name) => inferSide(name) ?? []);
    const best = inferred.find(({ certain }) => certain) ?? inferred[0];
    if (given !== undefined) found.set(label, given);
    else if (best?.certain) found.set(label, best.side);
    else if (best !== undefined) guessed.set(label, best.side);
  }
  // Guesses are worth nothing when they do not tell anyone apart: "mturk_agent_1" and "mturk_agent_2" are no two agents.
  const all = new Set([...found.values(), ...guessed.values()]);
  const tellsApart = all.size > 1 || labels.size < 2 || found.size + guessed.size < labels.size;
  if (tellsApart) for (const [label, side] of guessed) found.set(label, side);
  return withTheOther(found, labels, new Set(guessed.keys()));
}

/** Of two people with one side known, the second is the other side, unless its label hints at the same one. */
function withTheOther(
  found: Map<string, Side>,
  labels: ReadonlySet<string>,
  guessed: ReadonlySet<string>,
): Map<string, Side> {
  const people = [...labels].filter((label) => !isNeitherSide(label));
  const unknown = people.filter((label) => !found.has(label));
  const known = people.flatMap((label) => found.get(label) ?? []);
  const [other] = unknown;
  const [side] = known;
  if (people.length === 2 && other !== undefined && side !== undefined && unknown.length === 1 && !guessed.has(other)) {
    found.set(other, side === 'agent' ? 'customer' : 'agent');
  }
  return found;
}
