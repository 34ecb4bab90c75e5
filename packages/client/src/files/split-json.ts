/**
 * A JSON document, or lines of JSON: one conversation, a list of them, or turns of several. What looks like both is asked of the service, with a few
 * samples: it reads them as a run would.
 */
import {
  DATE_NAMES,
  fieldName,
  GROUP_NAMES,
  ID_NAMES,
  pickName,
  SPEAKER_NAMES,
  TEXT_NAMES,
  WHOLE_NAMES,
} from './field-names.ts';
import { isNothing } from './is-nothing.ts';
import { constantsOf, fieldUses, withMetadata } from './record-metadata.ts';
import type { FoundConversation } from './source-file.ts';

type Part = Omit<FoundConversation, 'path' | 'modifiedMs'>;
type Item = Record<string, unknown>;

/** What each is read as: a conversation of at least two turns, a text that may be one, or nothing. Undefined where it was not asked. */
export type Reading = 'conversation' | 'text' | 'refused' | undefined;
export type Probe = (values: readonly unknown[]) => Promise<Reading[]>;

interface Shape {
  fields: readonly string[];
  conversationField: string;
  column?: string | undefined;
}

export async function splitJson(value: unknown, shape: Shape, probe: Probe): Promise<Part[]> {
  if (isTurns(value)) return splitTurns(value, probe);
  const lists = listsIn(value);
  if (lists.length === 0) return [await onlyPart(value, shape, probe)];
  const [whole] = await probe([value]);
  for (const list of lists) {
    const take = await findTake(list, shape, probe, Array.isArray(value) && whole === 'refused');
    // A list of one in a document that is read as it is: the document may say more than the list.
    if (take === undefined || (!Array.isArray(value) && whole === 'conversation' && list.length < 2)) continue;
    return list.map((item, index) => partOf(item, take, shape, index));
  }
  return [await onlyPart(value, shape, probe)];
}

/** The lines of a file. */
export async function splitLines(lines: readonly unknown[], shape: Shape, probe: Probe): Promise<Part[]> {
  if (isTurns(lines)) return splitTurns(lines, probe);
  const take = (await findTake(lines, shape, probe, true)) ?? WHOLE;
  return lines.map((line, index) => partOf(line, take, shape, index));
}

async function onlyPart(value: unknown, shape: Shape, probe: Probe): Promise<Part> {
  if (!isItem(value)) return { value };
  const { part: _position, ...only } = partOf(value, (await findTake([value], shape, probe, true)) ?? WHOLE, shape, 0);
  return only;
}

/** Where the conversation of an item is: in a field of this name, or it is the item itself. */
interface Take {
  name?: string;
  /** Its turns have other names than the service knows: they are renamed. */
  isRenamed?: boolean;
}

const WHOLE: Take = {};
const SAMPLES = 3;
const MOST_NAMES = 6;

/**
 * What most of the samples can be read by; undefined when the items are no conversations. They are texts as well where they can be nothing
 * else (`isApart`): in other lists a text may be a sentence of a recording.
 */
async function findTake(
  items: readonly unknown[],
  { column, conversationField }: Shape,
  probe: Probe,
  isApart: boolean,
): Promise<Take | undefined> {
  // An empty record, or one of a single line, says little about how the others are written.
  const field = column === undefined ? conversationField : fieldName(column);
  const telling = items.filter((item) => !isItem(item) || namesOf([item], field, isRich).length > 0);
  const samples = spread(telling.length > 0 ? telling : items);
  const records = samples.filter(isItem);
  const rich = namesOf(records, field, isRich);
  const texts = namesOf(records, field, isPlain);
  const names = [...new Set([...rich, ...texts])].slice(0, MOST_NAMES);
  const plain: Take[] = [WHOLE, ...names.map((name) => ({ name }))];
  const renamed = plain
    .filter((take) => samples.some((item) => isTurns(taken(item, take))))
    .map((take) => ({ ...take, isRenamed: true }));
  const takes = [...plain, ...renamed];
  const answers = await probe(takes.flatMap((take) => samples.map((item) => taken(item, take))));
  const wanted: Reading[][] = isApart ? [['conversation'], ['conversation', 'text']] : [['conversation']];
  const enough = (samples.length + (isApart ? 0 : 1)) / 2;
  for (const good of wanted) {
    const scores = takes.map(
      (_take, at) => samples.filter((_item, index) => good.includes(answers[at * samples.length + index])).length,
    );
    const best = Math.max(...scores);
    if (best >= enough && best > 0) return takes[scores.indexOf(best)];
  }
  const name = isApart ? names.find((each) => records.every((item) => isNothing(item[each]))) : undefined;
  return name === undefined ? undefined : { name };
}

function spread(items: readonly unknown[]): unknown[] {
  const at = new Set([0, Math.floor((items.length - 1) / 2), items.length - 1].slice(0, SAMPLES));
  return [...at].map((index) => items[index]);
}

/** Fields that may hold the conversation, in the order of the names that exports give them. */
function namesOf(items: readonly Item[], conversationField: string, holds: (value: unknown) => boolean): string[] {
  const held = new Set(items.flatMap((item) => Object.keys(item).filter((name) => holds(item[name]))));
  const known = [conversationField, ...WHOLE_NAMES, 'input'];
  const found = known.map((name) => pickName([...held], [name])).filter((name) => name !== undefined);
  return [...new Set(found)];
}

const isPlain = (value: unknown): boolean => typeof value === 'string' || isNothing(value);
const isRich = (value: unknown): boolean =>
  isItem(value) || (Array.isArray(value) && value.length > 0) || (typeof value === 'string' && value.includes('\n'));

function taken(item: unknown, { name, isRenamed }: Take): unknown {
  const value = name === undefined || !isItem(item) ? item : inside(item[name]);
  return isRenamed === true && isTurns(value) ? renameTurns(value) : value;
}

/** As the service calls who spoke and what was said. */
function renameTurns(turns: readonly Item[]): { speaker: string; text: string }[] {
  const keys = Object.keys(turns[0] ?? {});
  const speaker = pickName(keys, SPEAKER_NAMES) ?? '';
  const text =
    pickName(
      keys.filter((key) => key !== speaker),
      TEXT_NAMES,
    ) ?? '';
  return turns
    .filter((turn) => typeof turn[text] === 'string')
    .map((turn) => ({ speaker: nameIn(turn[speaker]), text: String(turn[text]) }));
}

function nameIn(value: unknown): string {
  if (!isItem(value)) return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const name = pickName(Object.keys(value), ['name', 'display_name', 'full_name', 'role', 'type', 'email', 'id']);
  return name === undefined ? '' : nameIn(value[name]);
}

/** A record of the API has its conversation in `input`. */
function inside(value: unknown): unknown {
  if (!isItem(value)) return value;
  const [only, ...others] = Object.values(value);
  return others.length === 0 ? only : value;
}

function partOf(item: unknown, usual: Take, { fields, conversationField }: Shape, index: number): Part {
  const isOther = isItem(item) && usual.name !== undefined && !(usual.name in item);
  const [other] = isOther ? namesOf([item], conversationField, isRich) : [];
  const take = other === undefined ? usual : { name: other };
  const value = taken(item, take);
  const position = { part: `item ${index + 1}` };
  if (!isItem(item)) return { value, ...position };
  const idName = pickName(Object.keys(item), ID_NAMES);
  const id = idName === undefined ? undefined : idOf(item[idName]);
  const given = Object.entries(item).filter(
    ([name]) => take.name !== undefined && name !== take.name && fields.includes(name),
  );
  const date = dateOf(item, value);
  const pairs = pairsOf(item, take);
  const metadata = withMetadata(item, pairs);
  const used = {
    ...Object.fromEntries(given.map(([name]) => [name, 'input'])),
    ...(dateNameOf(item) !== undefined && { [String(dateNameOf(item))]: 'occurred_at' }),
    ...(idName !== undefined && { [idName]: 'external_id' }),
    ...(take.name !== undefined && { [take.name]: 'conversation' }),
  };
  const all = Object.entries(fieldUses(item, used, metadata, pairs));
  // A record that is read as it is leaves nothing out.
  const uses = Object.fromEntries(all.filter(([, use]) => take.name !== undefined || use?.startsWith('metadata ')));
  return {
    value,
    ...(id === undefined ? position : { part: id, externalId: id }),
    ...date,
    ...(given.length > 0 && { fields: Object.fromEntries(given) }),
    ...metadata,
    uses,
  };
}

const LONGEST_ID = 255;

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return id === '' || id.length > LONGEST_ID ? undefined : id;
}

/** Of the record, else of its first turn. */
function dateOf(item: Item, value?: unknown): { date?: string } {
  const name = dateNameOf(item);
  if (name !== undefined) return { date: String(item[name]) };
  const [first] = Array.isArray(value) ? value : [];
  return isItem(first) ? dateOf(first) : {};
}

function dateNameOf(item: Item): string | undefined {
  const names = Object.keys(item).filter((each) => ['string', 'number'].includes(typeof item[each]));
  return pickName(names, DATE_NAMES);
}

/** Pairs beside the conversation count as they are; those of a vendor's export are the vendor's, unless it writes the API's own names. */
function pairsOf(item: Item, take: Take): Item {
  const isOwn = take.name !== undefined || 'external_id' in item || 'occurred_at' in item;
  return isOwn && isItem(item.metadata) ? item.metadata : {};
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Somebody and one short text: items of a conversation, not conversations. */
function isTurns(value: unknown): value is Item[] {
  if (!Array.isArray(value) || value.length === 0) return false;
  const looked = value.slice(0, 50);
  return looked.every((item) => {
    if (!isItem(item)) return false;
    const names = Object.keys(item).filter((name) => typeof item[name] === 'string');
    const text = pickName(names, TEXT_NAMES);
    const speaker = pickName(Object.keys(item), SPEAKER_NAMES);
    const isWhole = text !== undefined && LABELS.test(String(item[text]));
    return text !== undefined && speaker !== undefined && !isWhole;
  });
}

const LABELS = /^[^\n:]{1,60}:\s*\S[\s\S]*\n[^\n:]{1,60}:/;

/** By the id of their conversation, where there are several. */
async function splitTurns(turns: readonly Item[], probe: Probe): Promise<Part[]> {
  const name = pickName(Object.keys(turns[0] ?? {}), GROUP_NAMES);
  const groups = new Map<string, Item[]>();
  for (const turn of turns) {
    const id = (name === undefined ? undefined : idOf(turn[name])) ?? '';
    const group = groups.get(id) ?? [];
    group.push(turn);
    groups.set(id, group);
  }
  const [first = []] = groups.values();
  const [read, readRenamed] = await probe([first, renameTurns(first)]);
  const isRenamed = read !== 'conversation' && readRenamed === 'conversation';
  return [...groups].map(([id, group]) => ({
    value: isRenamed ? renameTurns(group) : group,
    ...dateOf(group[0] ?? {}),
    ...(groups.size > 1 && { part: id, externalId: id }),
    ...withMetadata(constantsOf(group.map((turn) => without(turn, pickName(Object.keys(turn), SPEAKER_NAMES))))),
  }));
}

function without(item: Item, left: string | undefined): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== left));
}

const MOST_LISTS = 4;

/** Lists that may hold conversations, the longest first: the document itself, its members, and theirs; an object of objects or lists counts too. */
function listsIn(value: unknown): unknown[][] {
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null) ? [value] : [];
  if (!isItem(value)) return [];
  const members = Object.values(value);
  const inner = members.filter(isItem).flatMap((member) => Object.values(member));
  const lists = [...members, ...inner].filter(
    (each): each is unknown[] => Array.isArray(each) && each.length > 0 && each.every(isItem) && !isTurns(each),
  );
  const isMap =
    members.length > 1 && members.every((each) => isTurns(each) || (isItem(each) && listsIn(each).length > 0));
  const named = Object.entries(value).map(([id, conversation]) => ({ id, conversation }));
  return [...[...lists].sort((a, b) => b.length - a.length), ...(isMap ? [named] : [])].slice(0, MOST_LISTS);
}
