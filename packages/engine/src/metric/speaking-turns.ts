/** Consecutive turns of one speaker are one stretch of speech: cues and segments split speech into pieces. */
import type { Turn } from '../conversation/conversation.ts';
import { foldLabel } from '../conversation/infer-side.ts';

/** The speaker, if known: the label, otherwise the side. */
export function voiceOf(turn: Pick<Turn, 'speaker' | 'side'>): string | undefined {
  return turn.speaker === undefined ? turn.side : foldLabel(turn.speaker);
}

/** All turns in order, grouped; a turn without a known speaker is a separate group. */
export function speakingTurns(turns: readonly Turn[]): Turn[][] {
  const groups: Turn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    const voice = voiceOf(turn);
    if (last?.[0] !== undefined && voice !== undefined && voiceOf(last[0]) === voice) last.push(turn);
    else groups.push([turn]);
  }
  return groups;
}
