/**
 * Gives every speaker a side with a probability. An explicit side in the input, the kit or the workspace is final. Labels, addresses and
 * words are evidence, weighed together (`weigh-sides.ts`): none of them alone decides. A side that is less likely than `ENOUGH` is left
 * unknown: a wrong side is worse than none.
 */
import type { Side, SideBasis, Speaker, Turn } from '../conversation.ts';
import { foldLabel, inferSide, isNeitherSide, sideOfWord } from '../infer-side.ts';
import { actsOf } from './acts-of-sides.ts';
import { matchesName } from './agent-patterns.ts';
import { agentScore } from './agent-score.ts';
import { companyMailboxes } from './company-mail.ts';
import { plainLanguage } from './foreign-score.ts';
import { DOUBTFUL, type Heard, mostSure } from './most-sure.ts';
import { ownersOfMailbox, type WrittenTo } from './shared-mailbox.ts';
import { type Evidence, type Hint, MAX_WEIGHED, weighSides } from './weigh-sides.ts';

export type Sides = Readonly<Record<string, Side>>;

/** Other names of a label that may show its side: a mail address, a message's role. */
export type Aliases = ReadonlyMap<string, readonly string[]>;

export interface SideHints {
  /** The input's sides, by label or address; `*` stands for any characters. */
  told?: Sides | undefined;
  /** The kit's sides. */
  kitSides?: Sides | undefined;
  /** The workspace's rules for this conversation. */
  rules?: Sides | undefined;
  /** Names and addresses of the workspace's agents. */
  agents?: readonly string[] | undefined;
  aliases?: Aliases | undefined;
  writtenTo?: WrittenTo | undefined;
  /** The roles are the export's own words, not labels chosen by somebody. */
  areRolesStated?: boolean | undefined;
}

/** Below this a side is not stated. */
const ENOUGH = 0.75;
/** If the agents are listed, any other speaker is most likely a customer. */
const LEFT_OVER = 0.85;
const COMPANY_MAIL = 0.85;
const SHARED_MAILBOX = 0.9;
/** The part of an address before the @ describes the purpose of a mailbox, not its owner: "support@" may be the customer's own. */
const MAILBOX_WORD = 0.85;
/** Fewer words are not evidence on their own, and with even fewer they do not count against a label. */
const MIN_WORDS = 12;
const FEW_WORDS = 2;
/** Counting stops here. */
const ENOUGH_WORDS = 1_000;
/** Label and words contradict each other if the words are at least this sure. */
const CONTRADICTED = 0.8;
/** Labels of both sides that only mean a side, and that the words do not contradict. */
const OUTRIGHT = 0.99;

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

class Found extends Map<string, Omit<Speaker, 'label'>> {
  add(label: string, side: Side, probability: number, basis: SideBasis): void {
    if (!this.has(label)) this.set(label, { side, probability, basis });
  }
}

function speakersOf(turns: readonly Turn[], hints: SideHints): Speaker[] {
  const labels = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const kinds = kindsOf(turns);
  const parties = labels.filter((label) => kinds.get(label) !== 'interpreter');
  const humans = parties.filter((label) => kinds.get(label) !== 'bot');
  // A bot is the agent only if there is no human agent.
  const beside = humans.length < parties.length && humans.length > 1 ? settle(turns, labels, humans, hints) : undefined;
  const isAnswered = humans.some((label) => beside?.get(label)?.side === 'agent');
  const found = beside !== undefined && isAnswered ? beside : settle(turns, labels, parties, hints);
  return labels.map((label) => {
    const kind = kinds.get(label);
    return { label, ...(found.get(label) ?? { probability: 0 }), ...(kind !== undefined && { kind }) };
  });
}

/** Labels whose turns are all a bot's or an interpreter's. */
function kindsOf(turns: readonly Turn[]): Map<string, NonNullable<Speaker['kind']>> {
  const kinds = new Map<string, NonNullable<Speaker['kind']>>();
  const people = new Set<string>();
  for (const { speaker, kind } of turns) {
    if (speaker === undefined) continue;
    if (kind === 'bot' || kind === 'interpreter') kinds.set(speaker, kind);
    else people.add(speaker);
  }
  for (const label of people) kinds.delete(label);
  return kinds;
}

/** An explicit side of any label is final; the others are inferred among the parties. */
function settle(
  turns: readonly Turn[],
  labels: readonly string[],
  parties: readonly string[],
  hints: SideHints,
): Found {
  const { told = {}, kitSides = {}, rules = {}, agents = [], aliases = new Map(), writtenTo = new Map() } = hints;
  const kinds = kindsOf(turns);
  const isBot = (label: string) => kinds.get(label) === 'bot' && !isNeitherSide(label);
  const namesOf = new Map(
    labels.map((label) => [label, [label, ...(aliases.get(label) ?? []), ...(isBot(label) ? ['bot'] : [])]]),
  );
  const found = new Found();
  for (const turn of turns) {
    if (turn.speaker !== undefined && turn.side !== undefined) found.add(turn.speaker, turn.side, 1, 'given');
  }
  addTold(found, namesOf, told, 'given');
  addTold(found, namesOf, kitSides, 'given');
  addTold(found, namesOf, rules, 'workspace');
  for (const [label, names] of namesOf) {
    if (agents.some((pattern) => names.some((name) => matchesName(pattern, name)))) {
      found.add(label, 'agent', 1, 'workspace');
    }
  }
  if (hints.areRolesStated === true) {
    addStated(found, new Map(parties.map((label) => [label, namesOf.get(label) ?? []])));
  }
  const people = parties.filter((label) => found.has(label) || !isNeitherSide(label));
  addOther(found, people);
  addLeftOver(found, people);
  if (people.some((label) => !found.has(label)))
    addWeighed(found, evidenceOf(turns, people, namesOf, found, writtenTo));
  return found;
}

function addTold(found: Found, namesOf: ReadonlyMap<string, readonly string[]>, told: Sides, basis: SideBasis): void {
  const exact = new Map(Object.entries(told).map(([label, side]) => [foldLabel(label), side]));
  const patterns = Object.entries(told).filter(([label]) => label.includes('*'));
  for (const [label, names] of namesOf) {
    const given =
      names.map((name) => exact.get(foldLabel(name))).find((side) => side !== undefined) ??
      patterns.find(([pattern]) => names.some((name) => matchesName(pattern, name)))?.[1];
    if (given !== undefined) found.add(label, given, 1, basis);
  }
}

/** A role such as `agent` or `end-user`, by itself or as another name of the speaker. */
function addStated(found: Found, namesOf: ReadonlyMap<string, readonly string[]>): void {
  for (const [label, names] of namesOf) {
    const sides = new Set(names.flatMap((name) => sideOfWord(name) ?? []));
    const [side] = sides;
    if (side !== undefined && sides.size === 1) found.add(label, side, 1, 'given');
  }
}

/** In a conversation of two, the remaining speaker is the other side. */
function addOther(found: Found, people: readonly string[]): void {
  const [other] = people.filter((label) => !found.has(label));
  const known = people.flatMap((label) => found.get(label)?.side ?? [])[0];
  const isOneKnown = people.filter((label) => found.has(label)).length === 1;
  if (people.length === 2 && isOneKnown && other !== undefined && known !== undefined) {
    found.add(other, opposite(known), 1, 'other');
  }
}

/** The agents are listed and no customer is: everyone else is a customer. */
function addLeftOver(found: Found, people: readonly string[]): void {
  const named = new Set(people.map((label) => found.get(label)?.side));
  if (!named.has('agent') || named.has('customer')) return;
  for (const label of people) found.add(label, 'customer', LEFT_OVER, 'other');
}

function evidenceOf(
  turns: readonly Turn[],
  people: readonly string[],
  namesOf: ReadonlyMap<string, readonly string[]>,
  found: Found,
  writtenTo: WrittenTo,
): Weighed[] {
  const addresses = mailHints(new Map(people.map((label) => [label, namesOf.get(label) ?? []])), writtenTo);
  const texts = new Map<string, string[]>(people.map((label) => [label, []]));
  for (const { speaker, text } of turns) if (speaker !== undefined) texts.get(speaker)?.push(text);
  const language = plainLanguage(turns.map(({ text }) => text));
  return people.map((label) => {
    const said = texts.get(label) ?? [];
    const words = countWords(said);
    const faint = words < FEW_WORDS ? undefined : agentScore(said, language);
    return {
      label,
      fixed: found.get(label)?.side,
      byLabel: labelHint(namesOf.get(label) ?? []),
      byAddress: addresses.get(label),
      score: words < MIN_WORDS ? undefined : faint,
      faint,
      acts: faint === undefined ? undefined : actsOf(said, language),
      words,
      size: said.reduce((sum, text) => sum + text.length, 0),
    };
  });
}

function labelHint([label = '', ...aliases]: readonly string[]): (Hint & { certain: boolean }) | undefined {
  const own = inferSide(label);
  const others = aliases.flatMap((alias) => inferSide(alias) ?? []);
  const best = own?.certain === true ? own : (others.find(({ certain }) => certain) ?? own ?? others[0]);
  if (best === undefined) return undefined;
  const isMailbox = best !== own && aliases.some((alias) => alias.includes('@'));
  const isAddress = /^\S+@\S+$/.test(label);
  return isMailbox || isAddress
    ? { ...best, certain: false, reliability: Math.min(best.reliability, MAILBOX_WORD) }
    : best;
}

function mailHints(namesOf: ReadonlyMap<string, readonly string[]>, writtenTo: WrittenTo): Map<string, Hint> {
  const hints = new Map<string, Hint>();
  const add = (isAgent: ReadonlyMap<string, boolean>, reliability: number) => {
    for (const [label, agent] of isAgent) {
      if (!hints.has(label)) hints.set(label, { side: agent ? 'agent' : 'customer', reliability });
    }
  };
  add(ownersOfMailbox(namesOf, writtenTo), SHARED_MAILBOX);
  add(companyMailboxes(namesOf), COMPANY_MAIL);
  return hints;
}

type Weighed = Heard & { size: number };

function addWeighed(found: Found, all: readonly Weighed[]): void {
  if (arePeers(all)) return;
  const weighed = all.length <= MAX_WEIGHED ? all : all.toSorted((a, b) => b.size - a.size).slice(0, MAX_WEIGHED);
  const together = weighSides(weighed);
  const words = weighSides(weighed.map(({ label, fixed, score }) => ({ label, fixed, score })));
  const isOutright = areOutright(weighed);
  const sides = together.map((agent): Side => (agent >= 0.5 ? 'agent' : 'customer'));
  const mostOfAll = mostSure(weighed, (index) => sides[index] ?? 'customer');
  // If the label of one of two people is contradicted, the other is equally doubtful.
  const hasConflict =
    weighed.length === 2 && weighed.some((evidence, index) => conflictOf(evidence, words[index] ?? 0.5) !== undefined);
  for (const [index, evidence] of weighed.entries()) {
    if (found.has(evidence.label)) continue;
    const agent = together[index] ?? 0.5;
    const side = sides[index] ?? 'customer';
    const isPlain = evidence.byLabel?.side === side && evidence.byLabel.reliability >= OUTRIGHT;
    const conflict = conflictOf(evidence, words[index] ?? 0.5);
    // Among more than two people, sides inferred from words or guesses were wrong in one of 25.
    const isOneOfMany = weighed.length > 2 && !isPlain;
    const most = hasConflict || conflict !== undefined || isOneOfMany ? DOUBTFUL : mostOfAll;
    const probability = Math.min(most, Math.max(agent, 1 - agent));
    // Nobody is assigned to the side opposite to their label unless their words indicate it.
    const isForced = conflict === undefined && evidence.byLabel !== undefined && evidence.byLabel.side !== side;
    if (probability >= ENOUGH && !isForced) {
      const isCertain = isOutright && conflict === undefined && probability >= OUTRIGHT;
      const stated = isCertain ? 1 : Math.round(probability * 1000) / 1000;
      found.set(evidence.label, {
        side,
        probability: stated,
        basis: basisOf(evidence, side),
        ...(conflict !== undefined && { conflict }),
      });
    } else if (conflict !== undefined) found.set(evidence.label, { probability: 0, conflict });
  }
}

/** "mturk_agent_1" and "mturk_agent_2" are not two agents, but peers whose labels differ only in a number. */
function arePeers(speakers: readonly Evidence[]): boolean {
  const stems = new Set(speakers.map(({ label }) => foldLabel(label).replace(/\d+/g, '#')));
  return speakers.length > 1 && stems.size === 1 && speakers.every(({ byLabel }) => byLabel !== undefined);
}

function areOutright(speakers: readonly Evidence[]): boolean {
  const plain = speakers.flatMap(({ byLabel }) =>
    byLabel !== undefined && byLabel.reliability >= OUTRIGHT ? [byLabel.side] : [],
  );
  return speakers.length === 2 && new Set(plain).size === 2;
}

/** What label or address and words indicate, if they contradict each other. */
function conflictOf({ byLabel, byAddress, score }: Evidence, wordsAgent: number): Speaker['conflict'] {
  const hint = byLabel ?? byAddress;
  if (hint === undefined || score === undefined) return undefined;
  const words = wordsAgent >= 0.5 ? 'agent' : 'customer';
  const probability = Math.max(wordsAgent, 1 - wordsAgent);
  if (words === hint.side || probability < CONTRADICTED) return undefined;
  return { label: hint.side, words, probability: Math.round(probability * 100) / 100 };
}

function basisOf({ byLabel, byAddress, score }: Evidence, side: Side): SideBasis {
  if (byLabel?.side === side) return 'label';
  if (byAddress?.side === side) return 'address';
  return score === undefined ? 'other' : 'words';
}

function countWords(texts: readonly string[]): number {
  let words = 0;
  for (const text of texts) {
    words += text.trim().split(/\s+/u).length;
    if (words >= ENOUGH_WORDS) break;
  }
  return words;
}

function opposite(side: Side): Side {
  return side === 'agent' ? 'customer' : 'agent';
}
