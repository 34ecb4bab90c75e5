/**
 * A JSON document for a reader who may not see identities: every text in it is masked, with placeholders that are the same throughout the
 * document. `context` is additional data, usually the run's input: names in it are also found in the document. Keys of the document
 * describe values ("phone", "caller_name").
 */
import { MASK_CLASSES, type MaskClass } from '@brickwork/contract/kit';
import type { Conversation } from '../conversation/conversation.ts';
import { findIdentities } from './find-identities.ts';
import type { KnownNames } from './find-persons.ts';
import type { MaskText } from './identity.ts';
import { type MaskedConversation, maskConversation, maskText } from './mask-conversation.ts';
import { createPlaceholders, type Placeholders } from './placeholders.ts';

export interface HideTask {
  document: unknown;
  context?: unknown;
}

const ALL: ReadonlySet<MaskClass> = new Set(MASK_CLASSES);
/** Ids, codes, times and words of closed sets: masking would break them, and they do not identify anybody. */
const KEPT =
  /(?:^|_)(?:id|at|code|key|cursor|url|hash|secret|hint)$|^(?:status|type|kind|mode|engine|model|format|language|side|basis|applicability|kit|role|permissions?|plan|environment|api_version|error|as|metric|verdict|outcome|state|timezone|day|week|month|from|to)$/;
/** Keys whose value is usually a person's name. */
const PEOPLE = /(?:agent|customer|caller|contact|client|user|author|reviewer|speaker|label|owner|assignee|name|by)$/i;
/** Those whose name is searched in the whole document. */
const PEOPLE_IN_METADATA = /(?:^|_)(?:agent|customer|caller|client)(?:_name)?$/i;
/** "Nadia: Good morning." */
const LABELLED_LINE = /^\s{0,8}(?:\[[^\]]{1,40}\]\s{0,4})?([^:\n]{1,60}):\s/;
/** Deeper documents are already refused by the parser. */
const DEEPEST = 60;

export function hideIdentities({ document, context }: HideTask): unknown {
  const texts = contextTexts(context);
  const { names } = findIdentities([...texts, ...contextTexts(document)], ALL);
  const placeholders = createPlaceholders([...stringsOf(document)]);
  return hide(document, '', { names, placeholders, hidden: new Map() }, 0);
}

interface Hiding {
  names: KnownNames;
  placeholders: Placeholders;
  /** By key and text: an input may name the same speaker 100,000 times. */
  hidden: Map<string, string>;
}

function hide(value: unknown, key: string, hiding: Hiding, depth: number): unknown {
  if (typeof value === 'string') return KEPT.test(key) && key !== 'external_id' ? value : hideText(value, key, hiding);
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => hide(item, key, hiding, depth + 1));
  const record = value as Record<string, unknown>;
  const spanned = isRunWithConversation(record) ? hideConversation(record, hiding) : record;
  return Object.fromEntries(
    Object.entries(spanned).map(([name, item]) => [
      name,
      spanned !== record && (name === 'conversation' || name === 'output')
        ? item
        : hide(item, innerKey(name, key), hiding, depth + 1),
    ]),
  );
}

/** `value`, `text` and similar keys are not informative: the key of the brick or field is used. */
function innerKey(name: string, outer: string): string {
  return /^(?:value|text|evidence|reason|note|corrected|given|answer)$/.test(name) ? outer : name;
}

function hideText(text: string, key: string, hiding: Hiding): string {
  const known = `${key}\n${text}`;
  const hidden = hiding.hidden.get(known) ?? hideNewText(text, key, hiding);
  hiding.hidden.set(known, hidden);
  return hidden;
}

function hideNewText(text: string, key: string, { names, placeholders }: Hiding): string {
  const words = key.replaceAll(/[_.-]+/g, ' ');
  const lines = text.split('\n').map((line): MaskText => ({ text: line, speaker: LABELLED_LINE.exec(line)?.[1] }));
  const asking = { text: PEOPLE.test(key) ? `${words} name?` : `${words}?` };
  const { byText } = findIdentities([asking, ...lines], ALL, names);
  return lines.map((line, index) => maskText(line.text, byText[index + 1] ?? [], placeholders).text).join('\n');
}

interface WireTurn {
  text: string;
  start: number;
  end: number;
  speaker?: string;
}

interface RunWithConversation extends Record<string, unknown> {
  conversation: { turns: WireTurn[] };
}

function isRunWithConversation(record: Record<string, unknown>): record is RunWithConversation {
  const { conversation } = record;
  return (
    typeof conversation === 'object' &&
    conversation !== null &&
    'turns' in conversation &&
    Array.isArray(conversation.turns)
  );
}

/** Evidence refers to the conversation by offsets, so both are masked together. */
function hideConversation(run: RunWithConversation, hiding: Hiding): Record<string, unknown> {
  const turns = run.conversation.turns.map((turn, index) => ({ ...turn, index }));
  const original: Conversation = { text: '', format: 'turns', turns };
  const masked = maskConversation(original, MASK_CLASSES, [], hiding.placeholders);
  const labels = new Map(turns.map((turn, index) => [turn.speaker, masked.conversation.turns[index]?.speaker]));
  const { output } = run;
  return {
    ...run,
    conversation: {
      ...run.conversation,
      ...('speakers' in run.conversation && {
        speakers: (run.conversation.speakers as { label: string }[] | undefined)?.map((speaker) => ({
          ...speaker,
          label: labels.get(speaker.label) ?? hideText(speaker.label, 'label', hiding),
        })),
      }),
      turns: masked.conversation.turns,
      ...('left_out' in run.conversation && { left_out: hide(run.conversation.left_out, 'left_out', hiding, 0) }),
    },
    ...(output !== undefined && { output: hideOutput(output, original, masked, labels, hiding) }),
  };
}

interface Span {
  text: string;
  turn: number;
  speaker?: string;
  start: number;
  end: number;
}

function hideOutput(
  output: unknown,
  original: Conversation,
  masked: MaskedConversation,
  labels: ReadonlyMap<string | undefined, string | undefined>,
  hiding: Hiding,
): unknown {
  const { bricks, ...rest } = output as { bricks: Record<string, Record<string, unknown>> };
  const hidden = Object.entries(bricks).map(([key, { evidence_spans: spans, ...brick }]) => {
    const moved = (spans as Span[] | undefined)?.map((span) => moveSpan(span, original, masked, labels));
    return [key, { ...(hide(brick, key, hiding, 0) as object), ...(moved && { evidence_spans: moved }) }];
  });
  return { ...rest, bricks: Object.fromEntries(hidden) };
}

function moveSpan(
  span: Span,
  original: Conversation,
  masked: MaskedConversation,
  labels: ReadonlyMap<string | undefined, string | undefined>,
): Span {
  const turn = original.turns[span.turn];
  const shown = masked.conversation.turns[span.turn];
  if (turn === undefined || shown === undefined) return span;
  const at = (offset: number, edge: 'start' | 'end'): number => {
    let shift = 0;
    for (const mark of masked.marks[span.turn] ?? []) {
      if (offset <= mark.from) break;
      const end = mark.start + mark.placeholder.length;
      if (offset < mark.to) return edge === 'start' ? mark.start : end;
      shift = end - mark.to;
    }
    return offset + shift;
  };
  const start = at(span.start - turn.start, 'start');
  const end = at(span.end - turn.start, 'end');
  const { speaker, ...rest } = span;
  return {
    ...rest,
    ...(speaker !== undefined && { speaker: labels.get(speaker) ?? speaker }),
    text: shown.text.slice(start, end),
    start: shown.start + start,
    end: shown.start + end,
  };
}

/** The lines of all texts, with their label, either at the start of the line or in a field `speaker`, `name`, `from`. */
function contextTexts(value: unknown): MaskText[] {
  const texts: MaskText[] = [];
  const walk = (item: unknown, key: string, label: string | undefined, depth: number): void => {
    if (typeof item === 'string') {
      if (KEPT.test(key) && key !== 'from') return;
      const named = PEOPLE_IN_METADATA.test(key) ? item : label;
      for (const line of item.split('\n')) texts.push({ text: line, speaker: LABELLED_LINE.exec(line)?.[1] ?? named });
    } else if (typeof item === 'object' && item !== null && depth < DEEPEST) {
      const record = item as Record<string, unknown>;
      if (isSpeech(record)) return;
      const own = [record.speaker, record.name, record.from, record.author].find((each) => typeof each === 'string');
      for (const [name, inner] of Object.entries(record))
        walk(inner, name, typeof own === 'string' ? own : label, depth + 1);
    }
  };
  walk(value, '', undefined, 0);
  return texts;
}

/** When somebody spoke: up to 100,000 times in a recording, by a label that the turns have too. */
function isSpeech(record: Record<string, unknown>): boolean {
  const { start, end, speaker: _speaker, side: _side, ...rest } = record;
  return typeof start === 'number' && typeof end === 'number' && Object.keys(rest).length === 0;
}

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const item of Object.values(value)) yield* stringsOf(item);
}
