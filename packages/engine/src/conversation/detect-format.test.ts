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
      call: { parties: [], lines: [{ who: 'Lena', said: 'Hello there, how are you?' }] },
    });
    expect(fault).toContain('recognised an object with the fields id, call, parties, lines, who, said');
    expect(fault).toContain('the closest known format is gong');
    expect(fault).toContain("jq '[.call.lines[] | {speaker: .who, text: .said}]'");
    expect(fault).not.toContain('Hello');
  });

  it('may be a list', () => {
    const fault = faultOf([{ user: 'Lena', message: 'Hello.' }]);
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
