import type { Metric } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../conversation/normalise.ts';
import { wordingIn } from '../core/wording.ts';
import { computeMetric } from './compute-metric.ts';

function measured(metric: Metric, input: unknown, speaker?: string) {
  const brick = { key: 'figure', type: 'numeric', metric, ...(speaker !== undefined && { speaker }) } as const;
  return computeMetric(brick, normaliseConversation(input));
}

const figure = (metric: Metric, input: unknown, speaker?: string) => measured(metric, input, speaker).value;
const quoted = (metric: Metric, input: unknown, speaker?: string) =>
  measured(metric, input, speaker).evidence.map(({ text }) => text);

const said = (side: string, text: string, start: number, end: number) => ({ speaker: side, side, text, start, end });
const heard = (side: string, start: number, end: number) => ({ speaker: side, side, start, end });

/** The recogniser rounds its turns; the sound says: agent 12 s, customer 8 s, hold 20 s to 50 s, silences of 2, 1, 4 and 0.5 s, one interruption. */
const TURNS = [
  said('agent', 'Good morning, how can I help you today?', 0, 7),
  said('customer', 'My order has not arrived.', 5, 10),
  said('agent', 'One moment, I will look.', 13, 18),
  { kind: 'hold', text: '[hold music]', start: 20, end: 50 },
  said('agent', 'It ships tomorrow.', 51, 56),
  said('customer', 'Thank you.', 56, 59),
];
const SPEECH = [
  heard('agent', 1, 6),
  heard('customer', 5, 10),
  heard('agent', 12, 16), // A silence of 2 s before it.
  heard('agent', 17, 18), // 1 s; 2 s of silence follow until the hold.
  heard('agent', 54, 56), // 4 s after the hold.
  heard('customer', 56.5, 59.5),
];
const CALL = { turns: TURNS, speech: SPEECH };

describe('speech that the sound shows', () => {
  it('decides the time of speaking', () => {
    expect(figure('talk_ratio', CALL, 'agent')).toBe(0.6); // 12 s of 20 s
    expect(figure('talk_ratio', CALL)).toBe(0.6);
    expect(figure('talk_ratio', CALL, 'customer')).toBe(0.4);
    expect(figure('talk_ratio', { turns: TURNS }, 'agent')).toBe(0.68); // 17 s of 25 s, by the turns
    expect(measured('talk_ratio', CALL).reason).toBe('12 s of 20 s spoken by the agent.');
  });

  it('decides what is silence, and hold is none', () => {
    expect(figure('silence_seconds', CALL)).toBe(9.5); // 2 + 1 + 2 + 4 + 0.5
    expect(figure('silence_seconds', CALL, 'customer')).toBe(0.5);
    expect(figure('silence_seconds', { turns: TURNS })).toBe(6); // 3 + 2 + 1
    expect(measured('longest_silence', CALL)).toMatchObject({
      value: 4,
      confidence: 1,
      reason: 'The longest silence lasted 4 s, from 0:50 to 0:54.',
    });
    expect(quoted('longest_silence', CALL)).toEqual(['It ships tomorrow.']);
    expect(figure('longest_silence', CALL, 'customer')).toBe(0.5);
    expect(quoted('longest_silence', CALL, 'customer')).toEqual(['Thank you.']);
    expect(figure('longest_silence', { turns: TURNS })).toBe(3);
  });

  it('decides who interrupts', () => {
    expect(measured('interruption_count', CALL)).toMatchObject({ value: 1, reason: '1 interruptions by everyone.' });
    expect(quoted('interruption_count', CALL)).toEqual(['My order has not arrived.']);
    expect(figure('interruption_count', CALL, 'agent')).toBe(0);
    const apart = { ...CALL, speech: [heard('agent', 1, 4.9), ...SPEECH.slice(1)] };
    expect(figure('interruption_count', apart)).toBe(0);
    expect(figure('interruption_count', { turns: TURNS })).toBe(1);
  });

  it('is enough where turns have no times', () => {
    const untimed = { ...CALL, turns: TURNS.map(({ start: _, end: __, ...turn }) => turn) };
    expect(figure('talk_ratio', untimed)).toBe(0.6);
    expect(measured('interruption_count', untimed)).toMatchObject({ value: 1, confidence: 1, evidence: [] });
    expect(measured('longest_silence', { turns: untimed.turns })).toMatchObject({ value: 0, confidence: 0 });
  });

  it('may come in any order, and by side alone', () => {
    const anonymous = SPEECH.toReversed().map(({ side, start, end }) => ({ side, start, end }));
    expect(figure('talk_ratio', { ...CALL, speech: anonymous })).toBe(0.6);
    expect(figure('silence_seconds', { ...CALL, speech: anonymous })).toBe(9.5);
    const named = TURNS.map((turn) => ('side' in turn ? { ...turn, speaker: `${turn.side} 7` } : turn));
    expect(quoted('interruption_count', { turns: named, speech: anonymous })).toEqual(['My order has not arrived.']);
    // Of one of the agents it does not say when they spoke; the turns do.
    expect(figure('talk_ratio', { turns: named, speech: anonymous }, 'agent 7')).toBe(0.68);
  });

  it('takes its sides from the turns of the same label', () => {
    const turns = [
      { speaker: 'Dana', side: 'agent', text: 'Hello.' },
      { speaker: 'Tom', side: 'customer', text: 'Hi.' },
    ];
    const speech = [
      { speaker: 'Dana', start: 0, end: 3 },
      { speaker: 'Tom', start: 4, end: 5 },
    ];
    expect(figure('talk_ratio', { turns, speech })).toBe(0.75);
  });

  it('leaves a bot beside an agent out of the talk', () => {
    const turns = [{ speaker: 'IVR', kind: 'bot', text: 'Press one.', start: 0, end: 10 }, ...TURNS.slice(0, 3)];
    const speech = [{ speaker: 'IVR', start: 0, end: 10 }, heard('agent', 12, 15), heard('customer', 16, 17)];
    expect(figure('talk_ratio', { turns, speech })).toBe(0.75);
    expect(figure('silence_seconds', { turns, speech })).toBe(3);
    const late = [{ ...turns[0], start: 2 }, said('agent', 'Hello.', 10, 11)];
    expect(figure('silence_seconds', [said('customer', 'Hi.', 0, 1), ...late])).toBe(1); // Whoever ends it.
  });
});

describe('longest silence', () => {
  it('is the longest between turns with times', () => {
    const turns = [
      said('agent', 'One.', 0, 4),
      said('customer', 'Two.', 3_670.5, 3_672),
      said('agent', 'Three.', 3_700, 3_701),
    ];
    expect(measured('longest_silence', turns)).toMatchObject({
      value: 3_666.5,
      reason: 'The longest silence lasted 3666.5 s, from 0:04 to 1:01:10.',
    });
    expect(measured('longest_silence', turns, 'agent')).toMatchObject({
      value: 28,
      reason: 'The longest silence before turns by the agent lasted 28 s, from 1:01:12 to 1:01:40.',
    });
  });

  it('is none where turns follow each other', () => {
    const turns = [said('agent', 'One.', 0, 4), said('customer', 'Two.', 4, 5)];
    expect(measured('longest_silence', turns)).toMatchObject({ value: 0, confidence: 1, evidence: [] });
  });

  it('ends where the hold begins', () => {
    const turns = [
      said('agent', 'One moment.', 0, 2),
      { kind: 'hold', text: '[hold music]', start: 5, end: 60 },
      said('agent', 'Thanks.', 62, 63),
    ];
    expect(figure('longest_silence', turns)).toBe(3); // Not the five seconds on both sides of it.
    expect(figure('silence_seconds', turns)).toBe(5);
  });

  it('is told in the language of the kit', () => {
    const conversation = normaliseConversation(CALL);
    const brick = { key: 'figure', type: 'numeric', metric: 'longest_silence', speaker: 'customer' } as const;
    expect(computeMetric(brick, conversation, wordingIn('de')).reason).toBe(
      'Die längste Stille vor Beiträgen (Kunde) dauerte 0,5 s, von 0:56 bis 0:56.',
    );
    for (const language of ['es', 'fr', 'it', 'nl', 'pt'])
      expect(computeMetric(brick, conversation, wordingIn(language)).reason).toContain('0,5 s');
  });
});
