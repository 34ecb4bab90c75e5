import { describe, expect, it } from 'vitest';
import { ServiceError } from '../core/service-error.ts';
import { normaliseConversation } from './normalise.ts';

function faultOf(value: unknown): string {
  try {
    normaliseConversation(value);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'kit_input_invalid') return error.detail ?? '';
    throw error;
  }
  return '';
}

describe('a shape that is not known', () => {
  it('is described, with the closest format and a mapping that works when it is pasted', () => {
    const fault = faultOf({
      id: 7,
      call: {
        parties: [],
        lines: [
          { who: 'Lena', said: 'Hello there, how are you?' },
          { who: 'Tom', said: 'Fine.' },
        ],
      },
    });
    expect(fault).toContain('recognised an object with the fields id, call, parties, lines, who, said');
    expect(fault).toContain('the closest known format is gong');
    expect(fault).toContain("jq '[.call.lines[] | {speaker: .who, text: .said}]'");
    expect(fault).not.toContain('Hello');
  });

  it('gets no hint whose result would have fewer than two speakers', () => {
    for (const value of [
      [{ user: 'Lena', message: 'Hello.' }],
      { call: { lines: [{ said: 'Hello there.' }, { said: 'And again.' }] } },
      { lines: ['Hello there.', 'And again.'] },
    ])
      expect(faultOf(value)).not.toContain('jq');
  });

  it('may be a list', () => {
    const fault = faultOf([
      { user: 'Lena', message: 'Hello.' },
      { user: 'Tom', message: 'Hi.' },
    ]);
    expect(fault).toContain("jq '[.[] | {speaker: .user, text: .message}]'");
  });

  it.each([null, 7, true, {}])('is not %s', (value) => {
    expect(faultOf(value)).toContain('must be a text, an array of turns');
  });
});

describe('a file that is not text', () => {
  it.each([
    ['two bytes', '\u0000\u0001', 'a binary file'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'a PDF'],
    ['a PDF in base64', 'JVBERi0xLjcKMSAwIG9iag==', 'a PDF'],
    ['an image', '\uFFFDPNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'a PNG image'],
    ['a JPEG in base64', '/9j/4AAQSkZJRgABAQ', 'a JPEG image'],
    ['a DOCX', 'PK\u0003\u0004\u0014\u0000', 'an Office document'],
    ['a data URL', 'data:audio/mp3;base64,SUQz', 'a file in a data URL'],
    ['bytes read as UTF-8', '\uFFFD\uFFFDab\uFFFD\uFFFDcd', 'a binary file'],
  ])('%s is refused with a sentence', (_, value, kind) => {
    expect(faultOf(value)).toContain(kind);
  });

  it('is not a text with a stray character', () => {
    expect(faultOf('Agent: That costs 30 \uFFFD.\nCustomer: Fine by me, thank you very much.')).toBe('');
  });
});

describe('a text that only leads to a transcript', () => {
  it.each([
    ['JSON in a string', JSON.stringify([{ speaker: 'agent', text: 'Hello.' }]), 'JSON in a string'],
    ['JSON in a string, over lines', JSON.stringify({ turns: [{ text: 'Hello.' }] }, null, 2), 'JSON in a string'],
    ['lines of JSON', '{"speaker":"a","text":"Hi"}\n{"speaker":"b","text":"Hello"}', 'jq -s .'],
    ['HTML', '<!DOCTYPE html>\n<html><body><p>Agent: Hello.</p></body></html>', 'this is HTML'],
    ['a piece of HTML', '<div class="msg">Hello there.</div>', 'this is HTML'],
    ['XML', '<?xml version="1.0"?><transcript><turn>Hello.</turn></transcript>', 'this is XML'],
    ['XML without a declaration', '<tt xml:lang="en"><body>Hello.</body></tt>', 'this is XML'],
    ['a recording', 'https://example.org/calls/1234.mp3?sig=abc', 'recording_url'],
    ['a recording in a bucket', 's3://bucket/call.wav', 'Transcribe it'],
    ['a page', 'https://example.org/calls/1234', 'nothing is fetched'],
  ])('%s is refused, with what to send instead', (_, value, words) => {
    const fault = faultOf(value);
    expect(fault).toContain(words);
    expect(fault).not.toContain('Hello');
  });

  it.each([
    '[00:01] Agent: Hello there, how are you?\n[00:04] Customer: Fine, thank you [laughs]',
    '{unclear} Agent: Hello there, how are you?',
    'See https://example.org/call.mp3 for the recording.',
    '<3 this product, thank you so much.',
  ])('is not %j', (value) => {
    expect(faultOf(value)).toBe('');
  });
});

describe('an export of two conversations', () => {
  it('is refused: a run reads one', () => {
    const call = { callId: '1', transcript: [{ speakerId: '1', sentences: [{ start: 0, end: 1, text: 'Hello.' }] }] };
    expect(faultOf({ callTranscripts: [call, { ...call, callId: '2' }] })).toContain(
      'holds 2 calls, and a run reads one',
    );
    const record = { messageRecords: [{ sentBy: 'Agent', messageData: { msg: { text: 'Hello.' } } }] };
    expect(faultOf({ conversationHistoryRecords: [record, record] })).toContain('holds 2 conversations');
  });
});
