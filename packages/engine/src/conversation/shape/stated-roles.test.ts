/** Shapes that nobody described to us, but in which every line says whose it is: they are read, and the run says how. */
import { json } from 'jq-wasm';
import { describe, expect, it } from 'vitest';
import { normaliseConversation, readTurns } from '../normalise.ts';
import { statedFacts } from '../stated-facts.ts';

const HELLO = 'Thank you for calling, how can I help?';
const LATE = 'My parcel never arrived.';

const SHAPES: Record<string, { value: unknown; starts?: readonly number[]; at?: string }> = {
  'lines with a type of participant and points in time': {
    value: {
      callId: '300000001',
      transcripts: [
        { participantType: 'AGENT', transcript: HELLO, startTime: '2025-03-03T10:00:01.000Z', isFinal: true },
        { participantType: 'CUSTOMER', transcript: LATE, startTime: '2025-03-03T10:00:05.000Z', isFinal: true },
      ],
    },
    at: '2025-03-03T10:00:01.000Z',
  },
  'a list with milliseconds': {
    value: [
      { speaker: 'AGENT', transcript: HELLO, startTime: 1000 },
      { speaker: 'CALLER', transcript: LATE, startTime: 5000 },
    ],
    starts: [1, 5],
  },
  'ids whose sides are in a list of the two': {
    value: {
      interaction_id: 'abc',
      transcript: {
        participants: [
          { id: 'p1', type: 'agent', name: 'Lena' },
          { id: 'p2', type: 'customer' },
        ],
        messages: [
          { participant_id: 'p1', text: HELLO, start_offset_ms: 500 },
          { participant_id: 'p2', text: LATE, start_offset_ms: 3200 },
        ],
      },
    },
    starts: [0.5, 3.2],
  },
  'numbers whose sides are in a list of the two, newest first': {
    value: {
      parties: [
        { party_id: 0, role: 'rep' },
        { party_id: 1, role: 'customer' },
      ],
      lines: [
        { party_id: 1, content: LATE, created_at: '2025-03-03T10:00:05Z' },
        { party_id: 0, content: HELLO, created_at: '2025-03-03T10:00:01Z' },
      ],
    },
    at: '2025-03-03T10:00:01.000Z',
  },
};

function isRefused(value: unknown): boolean {
  try {
    return normaliseConversation(value) === undefined;
  } catch {
    return true;
  }
}

describe('a shape that is not known but names the sides', () => {
  it.each(Object.entries(SHAPES))('%s: is read, and jq makes the same of it', async (_, { value, starts, at }) => {
    const { turns, warnings = [] } = normaliseConversation(value);
    expect(turns.map(({ side, text }) => [side, text])).toEqual([
      ['agent', HELLO],
      ['customer', LATE],
    ]);
    if (starts !== undefined) expect(turns.map(({ startSeconds }) => startSeconds)).toEqual(starts);
    expect(statedFacts(readTurns(value)).occurredAt).toBe(at);
    expect(warnings).toEqual([
      expect.stringMatching(/^The shape of transcript is not a known format\. It was read as if/),
    ]);
    const hint = /jq '([^']+)'/.exec(warnings[0] ?? '')?.[1] ?? '';
    expect(normaliseConversation(await json(value as never, hint)).turns).toEqual(turns);
  });

  it('is not looked for among lists without end', () => {
    const lists = Object.fromEntries(
      Array.from({ length: 90 }, (_, group) => [
        `g${group}`,
        Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [
            `l${at}`,
            [
              { id: 1, said: 'a b' },
              { id: 2, said: 'c d' },
            ],
          ]),
        ),
      ]),
    );
    expect(isRefused(lists)).toBe(true);
  });

  it('is refused where it leaves a doubt: two lists, a list of people, an unknown role', () => {
    const lines = [
      { role_of: 'agent', text_of: HELLO },
      { role_of: 'customer', text_of: LATE },
    ];
    expect(isRefused({ first: lines, second: lines })).toBe(true);
    expect(
      isRefused({
        people: [
          { role: 'agent', name: 'Ann of the desk' },
          { role: 'customer', name: 'Tom Hale' },
        ],
      }),
    ).toBe(true);
    expect(
      isRefused({ lines: lines.map((line, index) => (index === 0 ? { ...line, role_of: 'agent_x' } : line)) }),
    ).toBe(true);
  });

  it.each([
    [{ agent_name: 'Lena Fischer', channel: 'voice' }, 'Lena Fischer', 'call'],
    [{ call: { agent: { name: 'Lena', email: 'lena@acme.example' }, mediaType: 'Phone Call' } }, 'Lena', 'call'],
    [
      {
        participants: [
          { role: 'agent', name: 'Lena' },
          { role: 'customer', name: 'Tom' },
        ],
        Channel: 'whatsapp',
      },
      'Lena',
      'chat',
    ],
    [{ agent: 'lena@acme.example', medium: 'e-mail' }, 'lena@acme.example', 'email'],
    [{ agent: 'agent', channel: '0' }, undefined, undefined],
    [{ agent_name: 'Lena', assignee: 'Ines', channel: 'left' }, undefined, undefined],
  ])('say who the agent is and which channel it was: %j', (about, agent, channel) => {
    const lines = [
      { participantType: 'AGENT', transcript: HELLO },
      { participantType: 'CUSTOMER', transcript: LATE },
    ];
    expect(statedFacts(readTurns({ ...about, lines }))).toMatchObject({ agent, channel });
  });
});
