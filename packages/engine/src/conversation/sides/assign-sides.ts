/**
 * Gives every speaker a side with a probability, from the strongest source that knows: what the input says, the workspace's list of agents, the
 * labels and roles, mail addresses, whoever is left over, and at last what the speakers say. A side that is less likely than
 * `ENOUGH` is left unknown: a wrong side is worse than none.
 */
import type { Side, SideBasis, Speaker, Turn } from '../conversation.ts';
import { foldLabel, inferSide, isNeitherSide } from '../infer-side.ts';
import { matchesName } from './agent-patterns.ts';
import { agentScore, logistic } from './agent-score.ts';
import { companyMailboxes } from './company-mail.ts';
import { ownersOfMailbox, type WrittenTo } from './shared-mailbox.ts';

export type Sides = Readonly<Record<string, Side>>;

/** Other names of a label that may show its side: a mail address, a message's role. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

export interface SideHints {
  /** What the input says, by label or address; `*` stands for any characters. */
  told?: Sides | undefined;
  /** Names and addresses of the workspace's agents. */
  agents?: readonly string[] | undefined;
  aliases?: Aliases | undefined;
  writtenTo?: WrittenTo | undefined;
}

/** On held-out conversations, sides that were inferred from words with at least this probability were right 99 times in 100. */
const ENOUGH = 0.8;
/** Of many speakers the two that differ most look more different than they are. */
const ENOUGH_OF_MANY = 0.9;
/** "Support Team" is an agent, but "agent_2" may be anything. */
const LABEL_GUESS = 0.9;
/** When the agents are named, whoever else speaks is most likely a customer. */
const LEFT_OVER = 0.85;
const COMPANY_MAIL = 0.85;
const SHARED_MAILBOX = 0.9;
/** Fewer words tell nothing. */
const MIN_WORDS = 12;

export function assignSides(turns: readonly Turn[], hints: SideHints = {}): { turns: Turn[]; speakers: Speaker[] } {
  const speakers = speakersOf(turns, hints);
  const sideOf = new Map(speakers.map(({ label, side }) => [label, side]));
  return {
    turns: turns.map((turn) => {
      const side = turn.side ?? (turn.speaker === undefined ? undefined : sideOf.get(turn.speaker));
      return side === undefined ? turn : { ...turn, side };
    }),
    speakers,
  };
}

class Found extends Map<string, { side: Side; probability: number; basis: SideBasis }> {
  add(label: string, side: Side, probability: number, basis: SideBasis): void {
    if (!this.has(label)) this.set(label, { side, probability, basis });
  }

  byBasis(...bases: SideBasis[]): Side[] {
    return [...this.values()].filter(({ basis }) => bases.includes(basis)).map(({ side }) => side);
  }
}

function speakersOf(turns: readonly Turn[], hints: SideHints): Speaker[] {
  const { told = {}, agents = [], aliases = new Map(), writtenTo = new Map() } = hints;
  const labels = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const namesOf = new Map(labels.map((label) => [label, [label, ...(aliases.get(label) ?? [])]]));
  const found = new Found();
  for (const turn of turns) {
    if (turn.speaker !== undefined && turn.side !== undefined) found.add(turn.speaker, turn.side, 1, 'given');
  }
  addTold(found, namesOf, told);
  for (const [label, names] of namesOf) {
    if (agents.some((pattern) => names.some((name) => matchesName(pattern, name)))) {
      found.add(label, 'agent', 1, 'workspace');
    }
  }
  const people = labels.filter((label) => found.has(label) || !isNeitherSide(label));
  const arePeers = addLabels(found, namesOf, people);
  if (!arePeers || found.byBasis('given', 'workspace').length > 0) {
    addOther(found, people);
    addLeftOver(found, people);
    addMail(found, new Map(people.map((label) => [label, namesOf.get(label) ?? []])), writtenTo);
    addOther(found, people);
    addWords(found, turns, people);
  }
  return labels.map((label) => {
    const side = found.get(label);
    return side === undefined ? { label, probability: 0 } : { label, ...side };
  });
}

function addTold(found: Found, namesOf: ReadonlyMap<string, readonly string[]>, told: Sides): void {
  const exact = new Map(Object.entries(told).map(([label, side]) => [foldLabel(label), side]));
  const patterns = Object.entries(told).filter(([label]) => label.includes('*'));
  for (const [label, names] of namesOf) {
    const given =
      names.map((name) => exact.get(foldLabel(name))).find((side) => side !== undefined) ??
      patterns.find(([pattern]) => names.some((name) => matchesName(pattern, name)))?.[1];
    if (given !== undefined) found.add(label, given, 1, 'given');
  }
}

/** True when the labels hint at one and the same side for everyone: "mturk_agent_1" and "mturk_agent_2" are not two agents, but peers. */
function addLabels(found: Found, namesOf: ReadonlyMap<string, readonly string[]>, people: readonly string[]): boolean {
  const guessed = new Map<string, Side>();
  for (const label of people) {
    const inferred = (namesOf.get(label) ?? []).flatMap((name) => inferSide(name) ?? []);
    const best = inferred.find(({ certain }) => certain) ?? inferred[0];
    if (best?.certain) found.add(label, best.side, 1, 'label');
    else if (best !== undefined && !found.has(label)) guessed.set(label, best.side);
  }
  const all = new Set([...[...found.values()].map(({ side }) => side), ...guessed.values()]);
  const tellsApart = all.size > 1 || people.length < 2 || found.size + guessed.size < people.length;
  if (tellsApart) for (const [label, side] of guessed) found.add(label, side, LABEL_GUESS, 'label');
  return !tellsApart;
}

/** Of two people with one side known, the second is the other side. */
function addOther(found: Found, people: readonly string[]): void {
  const unknown = people.filter((label) => !found.has(label));
  const [other] = unknown;
  const known = people.flatMap((label) => found.get(label) ?? [])[0];
  if (people.length !== 2 || unknown.length !== 1 || other === undefined || known === undefined) return;
  found.add(other, opposite(known.side), known.probability, 'other');
}

/** Someone named the agents and no customer: everyone else is one. */
function addLeftOver(found: Found, people: readonly string[]): void {
  const named = new Set(found.byBasis('given', 'workspace'));
  if (!named.has('agent') || named.has('customer')) return;
  for (const label of people) found.add(label, 'customer', LEFT_OVER, 'other');
}

function addMail(found: Found, namesOf: ReadonlyMap<string, readonly string[]>, writtenTo: WrittenTo): void {
  const add = (isAgent: ReadonlyMap<string, boolean>, probability: number) => {
    for (const [label, agent] of isAgent) found.add(label, agent ? 'agent' : 'customer', probability, 'address');
  };
  add(ownersOfMailbox(namesOf, writtenTo), SHARED_MAILBOX);
  add(companyMailboxes(namesOf), COMPANY_MAIL);
}

interface Scored {
  label: string;
  score: number;
}

function addWords(found: Found, turns: readonly Turn[], people: readonly string[]): void {
  if (people.length < 2 || people.every((label) => found.has(label))) return;
  const texts = new Map<string, string[]>(people.map((label) => [label, []]));
  for (const { speaker, text } of turns) if (speaker !== undefined) texts.get(speaker)?.push(text);
  const scored = people.flatMap((label): Scored[] => {
    const said = texts.get(label) ?? [];
    return countWords(said) < MIN_WORDS ? [] : [{ label, score: agentScore(said) }];
  });
  if (scored.length < 2) return;
  const sorted = scored.toSorted((left, right) => right.score - left.score);
  if (found.size === 0) addExtremes(found, sorted, people.length);
  for (const { label, score } of sorted) {
    if (found.has(label)) continue;
    const chance = chanceOfAgent(found, sorted, score);
    if (chance === undefined) continue;
    if (chance >= ENOUGH) found.add(label, 'agent', chance, 'words');
    else if (1 - chance >= ENOUGH) found.add(label, 'customer', 1 - chance, 'words');
  }
}

function addExtremes(found: Found, sorted: readonly Scored[], people: number): void {
  const [most] = sorted;
  const least = sorted.at(-1);
  if (most === undefined || least === undefined) return;
  const chance = logistic(most.score - least.score);
  if (chance < (people > 2 ? ENOUGH_OF_MANY : ENOUGH)) return;
  found.add(most.label, 'agent', chance, 'words');
  found.add(least.label, 'customer', chance, 'words');
}

/** Compared with those whose side is known. */
function chanceOfAgent(found: Found, scored: readonly Scored[], score: number): number | undefined {
  const meanOf = (side: Side): number | undefined => {
    const scores = scored.filter(({ label }) => found.get(label)?.side === side).map((speaker) => speaker.score);
    return scores.length === 0 ? undefined : scores.reduce((sum, value) => sum + value, 0) / scores.length;
  };
  const agent = meanOf('agent');
  const customer = meanOf('customer');
  if (agent !== undefined && customer !== undefined) return logistic(score - (agent + customer) / 2);
  if (agent !== undefined) return logistic(score - agent);
  return customer === undefined ? undefined : logistic(score - customer);
}

function countWords(texts: readonly string[]): number {
  let words = 0;
  for (const text of texts) {
    words += text.trim().split(/\s+/u).length;
    if (words >= MIN_WORDS) break;
  }
  return words;
}

function opposite(side: Side): Side {
  return side === 'agent' ? 'customer' : 'agent';
}
