/**
 * Reading takes time in proportion to the length, whatever is repeated. A quick read is linear enough; a slow one is compared with four times its length, in
 * CPU time, because others on the machine hardly change it. `npm run fuzz` does the same with larger inputs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slowGrowth } from '../../../../test/support/growing-inputs.ts';
import { SAMPLES } from '../../../../test/support/vendor-samples.ts';
import { normaliseConversation } from './normalise.ts';

const LENGTH = 10_000;

const PASTED: Record<string, unknown> = {
  'pasted mails': 'From: Jo <jo@example.org>\nTo: support@acme.com\nSubject: Refund\n\nPlease help.\n',
  'mails as JSON': [{ from: 'Jo <jo@example.org>', to: 'support@acme.com', subject: 'Refund', body: 'Please help.' }],
  'an unknown shape': { call: { lines: [{ who: 'Lena', said: 'Hello there, you.', at_ms: 1200 }] } },
  'labels before dashes': 'Agent - How can I help?\nCustomer - My card is lost - really.\n',
  'labels before tabs': '00:12\tAgent\tHello.\n00:15\tCustomer\tHi.\n',
  'names on lines of their own': 'LENA\nHow can I help?\nTOM HALE\nMy card is lost.\nLENA\nOh.\nTOM HALE\nYes.\n',
  'a table in Markdown': '| Speaker | Text |\n|---|---|\n| Agent | Hello. |\n| Customer | Hi \\| there. |\n',
  turns: [{ speaker: 'agent', text: 'Hello.', start: 1, end: 2 }],
};

const FOLDER = join(import.meta.dirname, 'formats/fixtures');
for (const file of readdirSync(FOLDER)) PASTED[file] = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')).value;

describe('reading takes time in proportion to the length', () => {
  it.each(
    Object.entries({
      ...PASTED,
      ...Object.fromEntries(Object.entries(SAMPLES).map(([name, { value }]) => [name, value])),
    }),
  )('%s', (_, value) => {
    expect(slowGrowth(value, LENGTH, normaliseConversation)).toBeUndefined();
  });

  it('notices a reader that does not', () => {
    const isQuadratic = (text: unknown) => {
      const lines = String(text).split('\n');
      for (const line of lines) lines.filter((other) => other.length < line.length);
    };
    expect(slowGrowth('a\n', 3_000, isQuadratic)).toBeDefined();
  });
});
