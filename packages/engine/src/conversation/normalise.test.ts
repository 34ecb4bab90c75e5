import { describe, expect, it } from 'vitest';
import { readOrFault } from '../../test/support/read-or-fault.ts';
import { normaliseConversation } from './normalise.ts';

describe('normaliseConversation', () => {
  it.each([
    ['plain', 'I called about my bill and nobody answered.'],
    ['plain', 'He had one rule: never call before noon.\nNobody knew why.'],
    ['labelled', 'Agent: hello\nCustomer: hi'],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello'],
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nhello'],
    ['email', 'From: a@example.com\nSubject: Bill\n\nHello'],
    ['turns', [{ text: 'hello' }]],
    ['messages', [{ role: 'user', content: 'hello' }]],
    ['messages', { messages: [{ role: 'user', content: 'hello' }] }],
    ['email', { from: 'a@example.com', subject: 'Bill', body: 'Hello' }],
    ['email', { emails: [{ from: 'a@example.com', body: 'Hello' }] }],
    ['deepgram', { results: { channels: [{ alternatives: [{ transcript: 'hello' }] }] } }],
    ['assemblyai', { text: 'hello', words: [{ text: 'hello', start: 0, end: 100 }] }],
    ['whisper', { text: 'hello', segments: [{ text: ' hello', start: 0, end: 1 }] }],
    ['whisper', { text: 'hello', words: [{ word: 'hello', start: 0, end: 1 }] }],
  ])('detects %s', (format, value) => {
    expect(normaliseConversation(value).format).toBe(format);
  });

  it.each([
    ['transcript must hold a conversation: it has no words', ''],
    ['transcript must hold a conversation: it has no words', ' \r\n\t'],
    ['transcript must hold a conversation: it has no words', []],
    ['transcript must hold a conversation: it has no words', [{ text: '  ' }]],
    ['transcript must hold a conversation: it has no words', { messages: [{ role: 'system', content: 'be kind' }] }],
    ['transcript[1] must be an object', [{ text: 'a' }, 'hello']],
    ['transcript[1].text must be a string', [{ text: 'a' }, { speaker: 'Bob' }]],
    ['transcript[0].speaker must be a string', [{ speaker: true, text: 'a' }]],
    ['transcript[0].start must be a number of seconds', [{ text: 'a', start: 'soon' }]],
    ['transcript[0].end must be a number of seconds', [{ text: 'a', end: -1 }]],
    [
      'transcript[1] must not end before it starts: `end` is less than `start`',
      [{ text: 'a' }, { text: 'b', start: 4, end: 2 }],
    ],
    ['transcript[0].side must be "agent" or "customer", or "other" for neither', [{ text: 'a', side: 'foo' }]],
    ['transcript.messages must be an array', { messages: 'hello' }],
    ['transcript.messages[1].role must be a string', { messages: [{ role: 'user', content: 'a' }, { content: 'b' }] }],
    ['transcript[0].content must be a string or an array of parts', [{ role: 'user', content: 4 }]],
    ['transcript[0].content[0].text must be a string', [{ role: 'user', content: [{ type: 'text', text: 1 }] }]],
    ['transcript.emails[0].body must be a string', { emails: [{ from: 'a@example.com' }] }],
    ['transcript[0].from must be a string', [{ from: 5, body: 'a' }]],
    ['transcript.results.utterances[0].transcript must be a string', { results: { utterances: [{ start: 1 }] } }],
    ['transcript.results.channels[0].alternatives must be an array', { results: { channels: [{}] } }],
    ['transcript.utterances[0].text must be a string', { utterances: [{ speaker: 'A' }] }],
    ['transcript.segments[0].start must be a number of seconds', { segments: [{ text: 'a', start: {} }] }],
  ])('refuses: %s', (detail, value) => {
    expect(readOrFault(value).fault).toBe(detail);
  });

  it.each([
    ['transcript must be a string', 'vtt', [{ text: 'a' }]],
    ['transcript must have a cue such as "00:00:01.000 --> 00:00:04.000"', 'srt', 'hello'],
    ['transcript must have a line such as "Speaker: text"', 'labelled', 'hello'],
    ['transcript must begin with mail headers such as "From: …" and "Subject: …"', 'email', 'hello'],
    ['transcript must be an array', 'turns', 'hello'],
  ] as const)('refuses, the format being named: %s', (detail, format, value) => {
    expect(readOrFault(value, format).fault).toBe(detail);
  });
});
