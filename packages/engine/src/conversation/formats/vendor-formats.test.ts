/** Every vendor's export, as the samples show it, is read as its own format: speakers, sides, words, times. */
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../../../../test/support/vendor-samples.ts';
import { detectFormat } from '../detect-format.ts';
import { isEmailText } from '../email-text.ts';
import { isEmail } from '../email-thread.ts';
import { normaliseConversation } from '../normalise.ts';
import { isSrt, isVtt } from '../timed-text.ts';
import { isAssemblyai } from './assemblyai.ts';
import { isDeepgram } from './deepgram.ts';
import { VENDOR_READERS } from './vendor-formats.ts';
import { isWhisper } from './whisper.ts';

const DETECTORS: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(Object.entries(VENDOR_READERS).map(([name, { is }]) => [name, is])),
  deepgram: isDeepgram,
  assemblyai: isAssemblyai,
  whisper: isWhisper,
  email: (value) => (typeof value === 'string' ? isEmailText(value) : isEmail(value)),
  vtt: (value) => typeof value === 'string' && isVtt(value),
  srt: (value) => typeof value === 'string' && isSrt(value),
};
/** A MIME message begins with mail headers too; it is asked for first. */
const ALSO: Record<string, readonly string[]> = { mime: ['email'] };

describe('exports of vendors', () => {
  it.each(Object.entries(SAMPLES))('%s: speakers, sides, words and times', (_, { format, value, turns }) => {
    const conversation = normaliseConversation(value);
    expect(conversation.format).toBe(format);
    expect(
      conversation.turns.map(({ speaker, side, text, startSeconds }) => [speaker, side, text, startSeconds]),
    ).toEqual(turns.map(([speaker, side, text, start]) => [speaker, side, text, start]));
    for (const { text, start, end } of conversation.turns) expect(conversation.text.slice(start, end)).toBe(text);
  });

  it.each(Object.entries(SAMPLES))('%s: no other detector takes it for its own', (_, { format, value }) => {
    const claimed = Object.keys(DETECTORS).filter((name) => DETECTORS[name]?.(value));
    const known = format in DETECTORS ? [format] : [];
    expect(claimed.filter((name) => !ALSO[format]?.includes(name))).toEqual(known);
    expect(detectFormat(value, 'transcript')).toBe(format);
  });

  it('has a sample of every format that it reads', () => {
    const shown = new Set(Object.values(SAMPLES).map(({ format }) => format));
    expect(Object.keys(VENDOR_READERS).filter((name) => !shown.has(name))).toEqual([]);
  });
});
