import { describe, expect, it } from 'vitest';
import { momentOf, recordingLink } from './recording-moment.ts';

describe('moments of a recording', () => {
  it('lead into the recording', () => {
    const at = (recording_url: string) => recordingLink({ recording_url }, 65.4);
    expect(at('https://calls.example.org/7.mp3')).toBe('https://calls.example.org/7.mp3#t=65');
    expect(at('https://app.example.org/call?id=7&play={seconds}')).toBe('https://app.example.org/call?id=7&play=65');
    expect(at('javascript:alert(1)')).toBeUndefined();
    expect(at('https://')).toBeUndefined();
    expect(recordingLink(undefined, 1)).toBeUndefined();
  });

  it('are those of the turn', () => {
    const turn = { index: 1, text: 'hi', start: 3, end: 5, start_seconds: 4.2 };
    const span = { text: 'hi', turn: 1, start: 3, end: 5 };
    expect(momentOf({ format: 'turns', turns: [turn] }, span)).toBe(4.2);
    expect(momentOf({ format: 'turns', turns: [] }, span)).toBeUndefined();
    expect(momentOf(undefined, span)).toBeUndefined();
  });
});
