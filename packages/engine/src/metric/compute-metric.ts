/**
 * Metrics: exact, computed, the same on every run. A value is certain (confidence 1) unless the conversation lacks the data; then it is 0
 * with confidence 0 and a reason that describes what is missing.
 */
import type { EvidenceSpan } from '@brickwork/contract/kit';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import type { MetricBrick } from '../bricks/numeric/is-metric.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { foldLabel, sideOfWord } from '../conversation/infer-side.ts';
import { isCounted } from '../conversation/turn-kinds.ts';
import { turnsOf } from '../conversation/turns-of.ts';
import { ENGLISH_WORDING, type Wording } from '../core/wording.ts';
import { type CountedSlice, type Measurement, notKnown } from './measurement.ts';
import { MEASURES } from './measures.ts';
import { roundToStep } from './round-to-step.ts';

const EVIDENCE_LIMIT = 5;

export function computeMetric(
  brick: MetricBrick,
  conversation: Conversation,
  wording: Wording = ENGLISH_WORDING,
): BrickOutcome {
  const measured = measure(brick, conversation, wording);
  const isKnown = measured.isKnown !== false;
  return {
    key: brick.key,
    value: isKnown ? roundToStep(measured.value, brick.step, brick.min) : 0,
    confidence: isKnown ? 1 : 0,
    basis: 'metric',
    reason: measured.reason,
    evidence: evidenceOf(measured.counted ?? [], conversation),
  };
}

function measure(brick: MetricBrick, conversation: Conversation, wording: Wording): Measurement {
  // A talk ratio needs a speaker; by default it is the agent, whom reviews are about.
  const speaker = brick.speaker ?? (brick.metric === 'talk_ratio' ? 'agent' : undefined);
  const all = turnsOf(conversation, speaker);
  const turns = speaker === undefined ? all.filter(isCounted) : all;
  const who = nameOf(speaker, wording);
  if (speaker !== undefined && turns.length === 0 && !isSilenceProven(conversation, speaker)) {
    return notKnown(wording.say('metric nobody', { who }));
  }
  return MEASURES[brick.metric]({ brick, conversation, speaker, turns, who, wording });
}

/** If every turn's side is known, a side without a turn was silent; otherwise it may only be unlabelled. */
function isSilenceProven(conversation: Conversation, speaker: string): boolean {
  return (
    sideOfWord(speaker) !== undefined && conversation.turns.every((turn) => turn.side !== undefined || !isCounted(turn))
  );
}

function nameOf(speaker: string | undefined, wording: Wording): string {
  if (speaker === undefined) return wording.say('everyone');
  const side = sideOfWord(foldLabel(speaker));
  return side === undefined ? speaker : wording.say(`the ${side}`);
}

function evidenceOf(slices: readonly CountedSlice[], conversation: Conversation): EvidenceSpan[] {
  return slices.slice(0, EVIDENCE_LIMIT).map(({ turn, start, end }) => ({
    text: conversation.text.slice(start, end),
    turn: turn.index,
    ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
    start,
    end,
  }));
}
