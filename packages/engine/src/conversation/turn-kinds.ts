/**
 * The kind of a turn that is not simply what a person said or wrote. One table defines the consequences; `docs/reference/conversations.md`
 * shows the same, and a test compares them.
 */
interface KindRule {
  /** Bricks read it, and evidence may quote it. All other kinds are removed from the turns and listed separately. */
  isEvaluated: boolean;
  /** Metrics count it: always, only if it is on a side, or never. */
  counts: 'always' | 'on a side' | 'never';
}

export const TURN_KINDS = {
  bot: { isEvaluated: true, counts: 'on a side' },
  interpreter: { isEvaluated: true, counts: 'on a side' },
  voicemail: { isEvaluated: true, counts: 'always' },
  note: { isEvaluated: false, counts: 'never' },
  system: { isEvaluated: false, counts: 'never' },
  hold: { isEvaluated: false, counts: 'never' },
  attachment: { isEvaluated: false, counts: 'never' },
  deleted: { isEvaluated: false, counts: 'never' },
  signature: { isEvaluated: false, counts: 'never' },
} as const satisfies Record<string, KindRule>;

export type TurnKind = keyof typeof TURN_KINDS;
export type SpokenKind = 'bot' | 'interpreter' | 'voicemail';
export type LeftOutKind = Exclude<TurnKind, SpokenKind>;

export function isLeftOutKind(kind: TurnKind | undefined): kind is LeftOutKind {
  return kind !== undefined && !TURN_KINDS[kind].isEvaluated;
}

/** The kind stated in an input; unknown kinds are ignored. */
export function kindOf(value: unknown): TurnKind | undefined {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return Object.hasOwn(TURN_KINDS, name) ? (name as TurnKind) : undefined;
}

/** Whether metrics of the whole conversation count the turn: a bot next to a human agent, or an interpreter, is not a party. */
export function isCounted({ kind, side }: { kind?: TurnKind; side?: string }): boolean {
  if (kind === undefined) return true;
  const { counts } = TURN_KINDS[kind];
  return counts === 'always' || (counts === 'on a side' && side !== undefined);
}
