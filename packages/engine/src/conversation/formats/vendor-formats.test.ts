/** Every vendor's export, as the samples show it, is read as its own format: speakers, sides, words, times. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALL_SAMPLES as SAMPLES } from '../../../../../test/support/all-samples.ts';
import { readOrFault } from '../../../test/support/read-or-fault.ts';
import { detectFormat } from '../detect-format.ts';
import { isEmailText } from '../email-text.ts';
import { isEmail } from '../email-thread.ts';
import { normaliseConversation, readTurns } from '../normalise.ts';
import { statedFacts } from '../stated-facts.ts';
import { isSrt, isVtt } from '../timed-text.ts';
import { VENDOR_READERS } from './vendor-formats.ts';

const DETECTORS: Record<string, (value: unknown) => boolean> = {
  ...Object.fromEntries(Object.entries(VENDOR_READERS).map(([name, { is }]) => [name, is])),
  email: (value) => (typeof value === 'string' ? isEmailText(value) : isEmail(value)),
  vtt: (value) => typeof value === 'string' && isVtt(value),
  srt: (value) => typeof value === 'string' && isSrt(value),
};
/** A MIME message begins with mail headers too, and metadata of Teams are WebVTT: both are asked for first; Whisper is recognised by a `text` alone and asked for last. */
const ALSO: Record<string, readonly string[]> = { mime: ['email'], teams: ['vtt'], assemblyai: ['whisper'] };

describe('exports of vendors', () => {
  it.each(Object.entries(SAMPLES))('%s: speakers, sides, words and times', (_, sample) => {
    const { format, value, turns } = sample;
    const conversation = normaliseConversation(value);
    expect(conversation.format).toBe(format);
    expect(conversation.warnings).toBeUndefined();
    if (sample.occurred_at !== undefined) expect(conversation.occurredAt).toBe(sample.occurred_at);
    if (sample.channel !== undefined) expect(conversation.channel).toBe(sample.channel);
    if (sample.people !== undefined) expect(conversation.people).toEqual(sample.people);
    expect(
      conversation.turns.map(({ speaker, side, text, startSeconds }) => [speaker, side, text, startSeconds]),
    ).toEqual(turns.map(([speaker, side, text, start]) => [speaker ?? undefined, side ?? undefined, text, start]));
    for (const { text, start, end } of conversation.turns) expect(conversation.text.slice(start, end)).toBe(text);
  });

  it.each(Object.entries(SAMPLES))('%s: no other detector takes it for its own', (_, { format, value }) => {
    const claimed = Object.keys(DETECTORS).filter((name) => DETECTORS[name]?.(value));
    const known = format in DETECTORS ? [format] : [];
    expect(claimed.filter((name) => !ALSO[format]?.includes(name))).toEqual(known);
    expect(detectFormat(value, 'transcript')).toBe(format);
  });

  it.each(Object.keys(VENDOR_READERS))(
    '%s: given what another service wrote, it is refused or cut into slices',
    (name) => {
      for (const [sample, { format, value }] of Object.entries(SAMPLES)) {
        if (format === name) continue;
        // Anything but a fault of the input would be a 500.
        const { conversation } = readOrFault(value, name as keyof typeof VENDOR_READERS);
        const wrong = conversation?.turns.find(({ text, start, end }) => conversation.text.slice(start, end) !== text);
        expect(wrong, sample).toBeUndefined();
      }
    },
  );

  it('are all in the table of the reference, each once', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/conversations.md'), 'utf8');
    const table = page.slice(page.indexOf('## Vendor exports'), page.indexOf('## What an import fills'));
    const names = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/\w+/g) ?? [],
    );
    const general = ['vtt', 'labelled', 'messages'];
    expect(names.filter((name) => !general.includes(name)).sort()).toEqual(Object.keys(VENDOR_READERS).sort());
  });

  it('fill no more than the reference says, which names every format', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../../docs/reference/conversations.md'), 'utf8');
    const table = page.slice(page.indexOf('## What an import fills'), page.indexOf('## Sides'));
    const rows = [...table.matchAll(/^\| (`.*) \| (.*) \| (.*) \| (.*) \|$/gm)].flatMap(
      ([, names = '', occurredAt = '', agent = '', channel = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => ({ name, occurredAt, agent, channel })),
    );
    const named = rows.map(({ name }) => name);
    expect(Object.keys(VENDOR_READERS).filter((name) => !named.includes(name))).toEqual([]);
    const withAgent = new Set<string>();
    for (const { format, value } of Object.values(SAMPLES)) {
      const stated = statedFacts(readTurns(value));
      if (stated.agent !== undefined) withAgent.add(format);
      const own = rows.filter(({ name }) => name === format);
      const says = (column: 'occurredAt' | 'agent' | 'channel') => own.some((row) => row[column] !== '–');
      const isChannelNamed = own.some(
        ({ channel }) => channel.startsWith('by') || channel.includes(`${stated.channel}`),
      );
      expect({ format, occurredAt: stated.occurredAt !== undefined && !says('occurredAt') }).toMatchObject({
        occurredAt: false,
      });
      expect({ format, agent: stated.agent !== undefined && !says('agent') }).toMatchObject({ agent: false });
      expect({ format, channel: stated.channel !== undefined && !isChannelNamed }).toMatchObject({ channel: false });
    }
    const promised = rows.filter(({ agent }) => agent === 'yes' || agent === 'in chats').map(({ name }) => name);
    expect(promised.filter((name) => !withAgent.has(name))).toEqual([]);
  });

  it('has a sample of every format that it reads', () => {
    const shown = new Set(Object.values(SAMPLES).map(({ format }) => format));
    expect(Object.keys(VENDOR_READERS).filter((name) => !shown.has(name))).toEqual([]);
  });
});
