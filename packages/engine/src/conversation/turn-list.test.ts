import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';
import { findSideDoubts } from './sides/side-doubts.ts';

const read = (value: unknown, sides?: Record<string, 'agent' | 'customer'>) =>
  normaliseConversation(value, { sides }).turns.map(({ speaker, side, text, startSeconds, endSeconds }) => [
    speaker,
    side,
    text,
    startSeconds,
    endSeconds,
  ]);

describe('turns', () => {
  it('reads speakers, texts and times, also as time codes', () => {
    const turns = [
      { speaker: 'agent', text: 'hello', start: 1.669 },
      { speaker: 'caller', text: '', start: 2 },
      { speaker: 'caller', text: 'hi', start: '00:00:12.890', end: '00:00:14' },
    ];
    expect(read(turns)).toEqual([
      ['agent', 'agent', 'hello', 1.669, undefined],
      ['caller', 'customer', 'hi', 12.89, 14],
    ]);
    expect(read({ turns })).toEqual(read(turns));
  });

  it.each([
    [{ name: 'Lena', text: 'Hello.' }, 'Lena', undefined],
    [{ role: 'agent', text: 'Hello.', start_time: 4.5 }, 'agent', 4.5],
    [{ speaker: { id: 7, name: 'Lena' }, text: 'Hello.', start_ms: 4500 }, 'Lena', 4.5],
    [{ speaker_id: 0, text: 'Hello.', startTime: '00:01:05' }, '0', 65],
    [{ author: 'Lena', text: 'Hello.', start_time: '2025-03-03T10:00:00Z' }, 'Lena', undefined],
    [{ speaker: 'Tom', name: 'Lena', text: 'Hello.' }, 'Tom', undefined],
  ])('keeps the speaker and the time by other names: %j', (turn, speaker, start) => {
    const [read] = normaliseConversation([turn]).turns;
    expect([read?.speaker, read?.startSeconds]).toEqual([speaker, start]);
  });

  it('takes a role of agent or customer beside a speaker for the side, and no other role', () => {
    const sides = (...turns: object[]) => normaliseConversation(turns).turns.map(({ side }) => side);
    const [dana, mr] = [
      { speaker: 'Dana', text: 'Good morning.' },
      { speaker: 'Mr Osei', text: 'Hello.' },
    ];
    expect(sides({ ...dana, role: 'agent' }, { ...mr, role: 'customer' })).toEqual(['agent', 'customer']);
    expect(sides({ ...dana, role: 'agent', side: 'customer' }, { ...mr, side: 'agent' })).toEqual([
      'customer',
      'agent',
    ]);
    expect(sides({ ...dana, role: 'manager' }, { ...mr, role: 7 })).toEqual(sides(dana, mr));
  });

  it('warns of times that look like milliseconds', () => {
    const turns = [
      { speaker: 'a', text: 'Hello there, how can I help you?', start: 1200, end: 3100 },
      { speaker: 'b', text: 'My parcel is late.', start: 3400, end: 4900 },
    ];
    expect(normaliseConversation(turns).warnings?.[0]).toContain('they look like milliseconds');
    const seconds = turns.map((turn) => ({ ...turn, start: turn.start / 1000, end: turn.end / 1000 }));
    expect(normaliseConversation(seconds).warnings).toBeUndefined();
  });
});

describe('a recording with a channel for each side', () => {
  const turns = [
    { speaker: 'agent', side: 'agent', text: 'Good morning.', start: 1.24, end: 4.8 },
    { kind: 'hold', text: '[hold music]', start: 30.1, end: 52 },
    { speaker: 'customer', side: 'customer', text: 'Hello.', start: 4.5, end: 6 },
  ];
  const speech = [
    { speaker: 'customer', side: 'customer', start: 4.5, end: 5.9 },
    { speaker: 'agent', side: 'agent', start: 1.2, end: 4.9 },
  ];

  it('has turns whose sides are given, hold beside them, and speech by its start', () => {
    const conversation = normaliseConversation({ turns, speech });
    expect(conversation).toMatchObject({
      format: 'turns',
      text: 'Good morning.\nHello.',
      turns: [
        { index: 0, side: 'agent', startSeconds: 1.24, endSeconds: 4.8 },
        { index: 1, side: 'customer', startSeconds: 4.5, endSeconds: 6 },
      ],
      leftOut: [{ kind: 'hold', before: 1, startSeconds: 30.1, endSeconds: 52 }],
      speakers: [
        { label: 'agent', probability: 1, basis: 'given' },
        { label: 'customer', probability: 1, basis: 'given' },
      ],
      speech: [
        { speaker: 'agent', side: 'agent', startSeconds: 1.2, endSeconds: 4.9 },
        { speaker: 'customer', side: 'customer', startSeconds: 4.5, endSeconds: 5.9 },
      ],
    });
    expect(conversation).not.toHaveProperty('warnings');
  });

  it.each([[undefined], [null], [[]]])('has no speech where it is %j', (none) => {
    expect(normaliseConversation({ turns, speech: none })).toEqual(normaliseConversation({ turns }));
  });

  it.each([
    [{}, 'transcript.speech must be an array'],
    [['agent'], 'transcript.speech[0] must be an object'],
    [[{ side: 'agent', end: 2 }], 'transcript.speech[0].start is required'],
    [[{ side: 'agent', start: 2 }], 'transcript.speech[0].end is required'],
    [[{ side: 'agent', start: -1, end: 2 }], 'transcript.speech[0].start must be a number of seconds'],
    [
      [{ side: 'agent', start: 0, end: Number.POSITIVE_INFINITY }],
      'transcript.speech[0].end must be a number of seconds',
    ],
    [[{ side: 'agent', start: 3, end: 2 }], 'transcript.speech[0] must not end before it starts'],
    [[{ side: 'boss', start: 0, end: 2 }], 'transcript.speech[0].side must be "agent" or "customer"'],
    [Array(100_001).fill({ start: 0, end: 1 }), 'transcript.speech must have at most 100000 items'],
  ])('is refused where speech is not a list of stretches (case %#)', (wrong, fault) => {
    const read = () => normaliseConversation({ turns, speech: wrong });
    expect(read).toThrow(
      expect.objectContaining({ code: 'kit_input_invalid', detail: expect.stringContaining(fault) }),
    );
  });

  it('leaves no doubt about who spoke in a long turn', () => {
    const long = [...turns, ...turns, { ...turns[2], text: 'and then it was late again '.repeat(30) }];
    expect(findSideDoubts(normaliseConversation({ turns: long })).longTurn).toBeDefined();
    expect(findSideDoubts(normaliseConversation({ turns: long, speech })).longTurn).toBeUndefined();
  });
});
