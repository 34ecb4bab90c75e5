/** Shapes that nobody told us about: the suggested program is run with jq, and what comes out is read. Speakers, words and times must be right. */
import { json } from 'jq-wasm';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../core/service-error.ts';
import { normaliseConversation } from '../normalise.ts';
import { suggestMapping } from './suggest-mapping.ts';

type Expected = ReadonlyArray<readonly [string | undefined, string, number?, number?]>;

const HELLO = 'Thank you for calling, how can I help?';
const LATE = 'My parcel is late and I need it today.';
const LOOK = 'Let me have a look at it.';
const THANKS = 'Thanks a lot for that.';

const named = (a: string, b: string): Expected => [
  [a, HELLO],
  [b, LATE],
  [a, LOOK],
  [b, THANKS],
];
const timed = (a: string, b: string): Expected => [
  [a, HELLO, 1, 3],
  [b, LATE, 3.5, 6],
  [a, LOOK, 6.5, 8],
  [b, THANKS, 8.5, 10],
];
/** The four turns, each made by the shape. */
const four = <Item>(
  make: (speaker: 0 | 1, text: string, start: number, end: number, index: number) => Item,
): Item[] => [make(0, HELLO, 1, 3, 0), make(1, LATE, 3.5, 6, 1), make(0, LOOK, 6.5, 8, 2), make(1, THANKS, 8.5, 10, 3)];
const NAMES = ['Lena', 'Tom'] as const;
const ROLES = ['agent', 'customer'] as const;

const SHAPES: Record<string, { value: unknown; turns: Expected }> = {
  'other names for everything': {
    value: { call: { lines: four((who, said) => ({ who: NAMES[who], said })) } },
    turns: named('Lena', 'Tom'),
  },
  'milliseconds by name': {
    value: {
      items: four((s, msg, start, end) => ({ user: NAMES[s], msg, start_ms: start * 1000, end_ms: end * 1000 })),
    },
    turns: timed('Lena', 'Tom'),
  },
  'milliseconds by value': {
    value: { items: four((s, line, start, end) => ({ who: NAMES[s], line, begin: start * 1000, end: end * 1000 })) },
    turns: timed('Lena', 'Tom'),
  },
  'camel case': {
    value: {
      utteranceList: four((s, utteranceText, startOffset, endOffset) => ({
        participantName: NAMES[s],
        utteranceText,
        startOffset,
        endOffset,
      })),
    },
    turns: timed('Lena', 'Tom'),
  },
  'a length instead of an end': {
    value: { rows: four((s, phrase, start, end) => ({ spk: s, phrase, start, duration: end - start })) },
    turns: timed('0', '1'),
  },
  'a speaker with a name and an id': {
    value: {
      log: four((s, message) => ({ id: `m${message.length}`, author: { id: s + 10, name: NAMES[s] }, message })),
    },
    turns: named('Lena', 'Tom'),
  },
  'words inside of an object': {
    value: { entries: four((s, plain) => ({ sender: NAMES[s], body: { plain, html: `<p>${plain}</p>` } })) },
    turns: named('Lena', 'Tom'),
  },
  'JSON:API': {
    value: {
      data: four((s, text, start) => ({ type: 'turn', id: String(start), attributes: { role: ROLES[s], text } })),
    },
    turns: named('agent', 'customer'),
  },
  'GraphQL edges': {
    value: {
      data: {
        call: {
          turns: { edges: four((s, text, start, end) => ({ node: { speakerLabel: NAMES[s], text, start, end } })) },
        },
      },
    },
    turns: timed('Lena', 'Tom'),
  },
  'lists in lists': {
    value: {
      rounds: [
        { moves: four((s, said) => ({ who: NAMES[s], said })).slice(0, 2) },
        { moves: four((s, said) => ({ who: NAMES[s], said })).slice(2) },
      ],
    },
    turns: named('Lena', 'Tom'),
  },
  pairs: { value: four((s, text) => [NAMES[s], text]), turns: named('Lena', 'Tom') },
  'lines in a list': { value: { lines: four((s, text) => `${ROLES[s]}: ${text}`) }, turns: named('agent', 'customer') },
  'an object of numbered items': {
    value: Object.fromEntries(four((s, said, _start, _end, index) => [`line ${index}`, { who: NAMES[s], said }])),
    turns: named('Lena', 'Tom'),
  },
  'a list for each side': {
    value: {
      id: 7,
      agent: four((s, text, start, end) => ({ s, text, start, end })).filter(({ s }) => s === 0),
      customer: four((s, text, start, end) => ({ s, text, start, end })).filter(({ s }) => s === 1),
    },
    turns: timed('agent', 'customer'),
  },
  'a flag for agents': {
    value: { thread: four((s, body) => ({ body, is_agent: s === 0 })) },
    turns: named('agent', 'customer'),
  },
  'a flag for customers': {
    value: { thread: four((s, body) => ({ body, inbound: s === 1, uuid: body.length })) },
    turns: named('agent', 'customer'),
  },
  'questions and answers': {
    value: {
      history: [
        { user: LATE, bot: LOOK },
        { user: THANKS, bot: HELLO },
      ],
    },
    turns: [
      ['user', LATE],
      ['bot', LOOK],
      ['user', THANKS],
      ['bot', HELLO],
    ],
  },
  'words with times in each turn': {
    value: {
      segments_v2: [
        {
          voice: 'Lena',
          words: [
            { word: 'Good', start: 0.5, end: 0.8 },
            { word: 'morning.', start: 0.9, end: 1.4 },
          ],
        },
        { voice: 'Tom', words: [{ word: 'Hi.', start: 2, end: 2.3 }] },
        { voice: 'Lena', words: [{ word: 'Yes?', start: 3, end: 3.3 }] },
      ],
    },
    turns: [
      ['Lena', 'Good morning.', 0.5, 1.4],
      ['Tom', 'Hi.', 2, 2.3],
      ['Lena', 'Yes?', 3, 3.3],
    ],
  },
  'a flat list of words': {
    value: {
      tokens: [
        { w: 'Good', spk: 0, start: 0.5, end: 0.8 },
        { w: 'morning.', spk: 0, start: 0.9, end: 1.4 },
        { w: 'Hi', spk: 1, start: 2, end: 2.2 },
        { w: 'there.', spk: 1, start: 2.3, end: 2.6 },
        { w: 'Yes?', spk: 0, start: 3, end: 3.3 },
      ],
    },
    turns: [
      ['0', 'Good morning.', 0.5, 1.4],
      ['1', 'Hi there.', 2, 2.6],
      ['0', 'Yes?', 3, 3.3],
    ],
  },
  'names in another language': {
    value: { gespraech: four((s, inhalt) => ({ sprecher: NAMES[s], inhalt, nr: inhalt.length })) },
    turns: named('Lena', 'Tom'),
  },
  'times in an object': {
    value: {
      parts: four((s, text, start, end) => ({ speaker_info: { label: NAMES[s] }, text, time: { start, end } })),
    },
    turns: timed('Lena', 'Tom'),
  },
  'times as a pair': {
    value: { chunks: four((s, text, start, end) => ({ who: NAMES[s], text, timestamp: [start, end] })) },
    turns: timed('Lena', 'Tom'),
  },
  'times as digits in a string': {
    value: { chunks: four((s, said, start, end) => ({ who: NAMES[s], said, start: String(start), end: String(end) })) },
    turns: timed('Lena', 'Tom'),
  },
  'times as time codes': {
    value: { chunks: four((s, said, start) => ({ who: NAMES[s], said, at: `00:00:0${Math.floor(start)}` })) },
    turns: [
      ['Lena', HELLO, 1],
      ['Tom', LATE, 3],
      ['Lena', LOOK, 6],
      ['Tom', THANKS, 8],
    ],
  },
  'events without words between': {
    value: {
      events: [
        { kind: 'join', who: 'Tom' },
        ...four((s, said) => ({ kind: 'say', who: NAMES[s], said })),
        { kind: 'leave', who: 'Tom' },
      ],
    },
    turns: named('Lena', 'Tom'),
  },
  'the newest first': {
    value: {
      feed: four((s, comment, start) => ({
        by: NAMES[s],
        comment,
        sent: `2025-03-03T10:00:0${Math.floor(start)}Z`,
      })).toReversed(),
    },
    turns: named('Lena', 'Tom'),
  },
  'a transcript inside of an object': {
    value: { id: 'c1', call: { transcript: four((s, text) => `${ROLES[s]}: ${text}`).join('\n') } },
    turns: named('agent', 'customer'),
  },
  'a known export inside of an object': {
    value: {
      job: 4,
      result: { output: { messages: four((s, content) => ({ role: s === 0 ? 'assistant' : 'user', content })) } },
    },
    turns: named('assistant', 'user'),
  },
  'people listed beside the words': {
    value: {
      people: [
        { id: 1, name: 'Lena Fischer', title: 'Head of customer care in Porto' },
        { id: 2, name: 'Tom Hale', title: 'Customer since the very beginning of it all' },
      ],
      spoken: four((s, said, start, end) => ({ person: s + 1, said, start, end })),
    },
    turns: timed('1', '2'),
  },
  'our own names in milliseconds': {
    value: {
      id: 1,
      segment_list: four((s, text, start, end) => ({ speaker: NAMES[s], text, start: start * 1000, end: end * 1000 })),
    },
    turns: timed('Lena', 'Tom'),
  },
  'our own names, times by another name': {
    value: { data: four((s, text, startTime, endTime) => ({ speaker: NAMES[s], text, startTime, endTime })) },
    turns: timed('Lena', 'Tom'),
  },
  'seconds since 1970': {
    value: {
      speaker_blocks: four((s, words, start, end) => ({
        start_time: 1_738_751_961 + start,
        end_time: 1_738_751_961 + end,
        speaker: { name: NAMES[s] },
        words,
      })),
    },
    turns: [
      ['Lena', HELLO, 0, 2],
      ['Tom', LATE, 2.5, 5],
      ['Lena', LOOK, 5.5, 7],
      ['Tom', THANKS, 7.5, 9],
    ],
  },
  'a direction': {
    value: {
      data: four((s, preview, start) => ({
        id: `x${start}`,
        attributes: { preview, direction: s === 0 ? 'out' : 'in', channel: 'chat' },
      })),
    },
    turns: named('agent', 'customer'),
  },
  'a speaker in a list of one': {
    value: {
      timeline: four((s, text, start, end) => ({ ts: start, end_ts: end, users: [{ username: NAMES[s] }], text })),
    },
    turns: timed('Lena', 'Tom'),
  },
  'numbers in strings as speakers': {
    value: { utterance_list: four((s, text, start, end) => ({ speakerId: String(s), text, start, end })) },
    turns: timed('0', '1'),
  },
  'names as keys': {
    value: { conversation: four((s, text) => ({ [NAMES[s] ?? '']: text })) },
    turns: named('Lena', 'Tom'),
  },
  'rows with times': {
    value: {
      columns: ['from', 'to', 'who', 'what'],
      rows: four((s, text, start, end) => [start, end, NAMES[s], text]),
    },
    turns: timed('Lena', 'Tom'),
  },
  'a list for each speaker': {
    value: {
      speakers: [0, 1].map((who) => ({
        name: NAMES[who],
        utterances: four((s, text, t) => ({ s, text, t }))
          .filter(({ s }) => s === who)
          .map(({ text, t }) => ({ text, t })),
      })),
    },
    turns: [
      ['Lena', HELLO, 1],
      ['Tom', LATE, 3.5],
      ['Lena', LOOK, 6.5],
      ['Tom', THANKS, 8.5],
    ],
  },
  'a list for each channel, with lengths': {
    value: {
      tracks: [0, 1].map((channel_number) => ({
        channel_number,
        transcript: four((s, sentence, start, end) => ({
          s,
          sentence,
          start_time: start * 1000,
          duration: (end - start) * 1000,
        }))
          .filter(({ s }) => s === channel_number)
          .map(({ s: _s, ...rest }) => rest),
      })),
    },
    turns: timed('0', '1'),
  },
  'XML as a converter writes it': {
    value: {
      Call: {
        Turn: four((s, text, start, end) => ({
          '@speaker': NAMES[s],
          '@start': String(start),
          '@end': String(end),
          '#text': text,
        })),
      },
    },
    turns: timed('Lena', 'Tom'),
  },
  'one of both in each item, with times': {
    value: {
      rows: four((s, text, start, end) => ({
        agent: s === 0 ? text : null,
        customer: s === 1 ? text : null,
        start,
        end,
      })),
    },
    turns: timed('agent', 'customer'),
  },
  'an object of channels': {
    value: {
      channels_by_name: Object.fromEntries(
        [0, 1].map((who) => [
          `channel_${who}`,
          {
            speaker: NAMES[who],
            lines: four((s, text, t) => ({ s, text, t }))
              .filter(({ s }) => s === who)
              .map(({ text, t }) => ({ text, t })),
          },
        ]),
      ),
    },
    turns: [
      ['Lena', HELLO, 1],
      ['Tom', LATE, 3.5],
      ['Lena', LOOK, 6.5],
      ['Tom', THANKS, 8.5],
    ],
  },
  'a speaker whose label is longer than the name of the words': {
    value: {
      blocks: four((s, text, start, end) => ({
        speaker: { label: `Speaker ${s}` },
        lines: [text],
        time_range: { start_ms: start * 1000, end_ms: end * 1000 },
      })),
    },
    turns: timed('Speaker 0', 'Speaker 1'),
  },
  'messages without contents': {
    value: { messages: four((s, message) => ({ role: s === 0 ? 'persona' : 'user', message })), totalMessages: 4 },
    turns: named('persona', 'user'),
  },
  'messages without roles': {
    value: {
      messages: four((s, content, start) => ({
        id: String(start),
        content,
        author: { id: String(s), name: NAMES[s] },
      })),
    },
    turns: named('Lena', 'Tom'),
  },
  'a list alone': { value: four((s, message) => ({ user: NAMES[s], message })), turns: named('Lena', 'Tom') },
};

/** Also of a shape that is read with a warning. */
function hintFor(value: unknown): string {
  try {
    const { warnings = [] } = normaliseConversation(value);
    return /jq '([^']+)'/.exec(warnings.join())?.[1] ?? 'it was read';
  } catch (error) {
    const detail = error instanceof ServiceError ? (error.detail ?? '') : '';
    return /jq '([^']+)'/.exec(detail)?.[1] ?? `no hint in: ${detail}`;
  }
}

describe('the mapping that is suggested for an unknown shape', () => {
  it.each(Object.entries(SHAPES))('%s', async (_, { value, turns }) => {
    const hint = hintFor(value);
    const mapped: unknown = await json(value as never, hint);
    const read = normaliseConversation(mapped).turns;
    expect({
      hint,
      turns: read.map(({ speaker, text, startSeconds, endSeconds }) => [speaker, text, startSeconds, endSeconds]),
    }).toEqual({
      hint,
      turns: turns.map(([speaker, text, start, end]) => [speaker, text, start, end]),
    });
  });

  it.each(Object.entries(SHAPES))('gives what jq gives: %s', async (_, { value }) => {
    const mapping = suggestMapping(
      value,
      () => false,
      () => true,
    );
    // Where a text inside is known, nothing else is suggested.
    if (mapping !== undefined) expect(mapping.result).toEqual(await json(value as never, mapping.jq));
  });

  it('says nothing of what was said', () => {
    for (const { value } of Object.values(SHAPES)) expect(hintFor(value)).not.toMatch(/parcel|Lena|Tom/);
  });
});
