/**
 * Removes from the turns what is not speech: notes, system lines, hold, attachments, deleted messages. They are listed separately, each
 * with the turn after it, so that they can be shown and are never read or quoted.
 */
import type { LeftOut, Turn } from './conversation.ts';
import { kindOfLabel, kindOfText } from './kind-rules.ts';
import { isLeftOutKind, type LeftOutKind, type TurnKind } from './turn-kinds.ts';

/** For tool results and similar, more is not useful to a reader. */
const LONGEST = 4_000;

interface Shape {
  turns: Turn[];
  leftOut?: LeftOut[] | undefined;
}

interface Beside {
  text: string;
  speaker?: string | undefined;
  startSeconds?: number | undefined;
  endSeconds?: number | undefined;
}

export function leaveOut<Read extends Shape>(shape: Read): Read {
  const kinds = kindsOf(shape.turns);
  if (kinds.every((kind, index) => kind === shape.turns[index]?.kind && !isLeftOutKind(kind))) return shape;
  const turns: Turn[] = [];
  const own: LeftOut[] = [];
  const moved: number[] = [];
  for (const [index, turn] of shape.turns.entries()) {
    const kind = kinds[index];
    moved.push(turns.length);
    if (isLeftOutKind(kind)) own.push(leftOutOf(turn, kind, turns.length));
    else turns.push({ ...turn, index: turns.length, ...(kind !== undefined && { kind }) });
  }
  const stated = (shape.leftOut ?? []).map((item) => ({ ...item, before: moved[item.before] ?? turns.length }));
  return { ...shape, turns, leftOut: [...stated, ...own].sort((left, right) => left.before - right.before) };
}

export function leftOutOf(
  { text, speaker, startSeconds, endSeconds }: Beside,
  kind: LeftOutKind,
  before: number,
): LeftOut {
  const shown = kind === 'deleted' ? '' : text.trim();
  return {
    kind,
    text: shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown,
    before,
    ...(speaker !== undefined && { speaker }),
    ...(startSeconds !== undefined && { startSeconds }),
    ...(endSeconds !== undefined && { endSeconds }),
  };
}

/** As stated, otherwise by label and by words. A conversation that consists only of markers keeps them as its words. */
function kindsOf(turns: readonly Turn[]): Array<TurnKind | undefined> {
  const labels = [...new Set(turns.flatMap(({ speaker }) => speaker ?? []))];
  const byLabel = new Map(labels.map((label) => [label, kindOfLabel(label)]));
  const others = labels.filter((label) => !isLeftOutKind(byLabel.get(label)));
  const kinds = turns.map(({ kind, speaker, text }): TurnKind | undefined => {
    if (kind !== undefined) return kind;
    const said = speaker === undefined ? undefined : byLabel.get(speaker);
    // In "User: … System: …", the system is the answering side.
    const isAnswering = isLeftOutKind(said) && others.length < 2;
    return kindOfText(text) ?? (isAnswering ? undefined : said);
  });
  const isSpoken = kinds.some((kind) => !isLeftOutKind(kind));
  return isSpoken
    ? kinds
    : turns.map(({ kind }, index) => (kind === 'system' || kind === 'note' ? kind : keptKind(kinds[index])));
}

function keptKind(kind: TurnKind | undefined): TurnKind | undefined {
  return isLeftOutKind(kind) ? undefined : kind;
}
