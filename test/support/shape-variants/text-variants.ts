/** Texts with labels: every pair of labels in every way of writing them. */
import type { Side } from '@brickwork/engine/conversation/conversation';
import { LABEL_PAIRS, type LabelPair } from './label-pairs.ts';
import { FOREIGN_SCRIPTS, SCRIPTS, type Script } from './scripts.ts';
import type { Variant } from './variant.ts';

interface Line {
  label: string;
  text: string;
  /** Seconds since the beginning. */
  at: number;
}

interface Style {
  name: string;
  write: (line: Line) => string;
  /** Between the lines. */
  gap?: string;
  before?: string;
  after?: string;
  /** The label and the words as they are to be read, where the style changes them. */
  reads?: (line: Line) => { label?: string; text?: string };
  /** The times are positions in a recording, in whole seconds. */
  isTimed?: boolean;
}

const two = (value: number) => String(value).padStart(2, '0');
const short = (at: number) => `${two(Math.floor(at / 60))}:${two(at % 60)}`;
const long = (at: number) => `00:${short(at)}`;
/** Of day, for a conversation that begins at 14:05. */
const clock = (at: number) => `14:${two(5 + Math.floor(at / 60))}:${two(at % 60)}`;
const half = (at: number) => `2:${two(5 + Math.floor(at / 60))} PM`;

const style = (name: string, write: Style['write'], more: Omit<Style, 'name' | 'write'> = {}): Style => ({
  name,
  write,
  ...more,
});

const SEPARATORS: readonly Style[] = [
  style('colon', ({ label, text }) => `${label}: ${text}`),
  style('colon without a space', ({ label, text }) => `${label}:${text}`),
  style('space before the colon', ({ label, text }) => `${label} : ${text}`),
  style('wide colon', ({ label, text }) => `${label}：${text}`),
  style('blank lines between', ({ label, text }) => `${label}: ${text}`, { gap: '\n\n' }),
  style('indented', ({ label, text }) => `  ${label}: ${text}`),
  style('windows line breaks', ({ label, text }) => `${label}: ${text}`, { gap: '\r\n' }),
  style('colon, words below', ({ label, text }) => `${label}:\n${text}`, { gap: '\n\n' }),
  style('tab after the colon', ({ label, text }) => `${label}:\t${text}`),
  style('dash', ({ label, text }) => `${label} - ${text}`),
  style('en dash', ({ label, text }) => `${label} – ${text}`),
  style('em dash', ({ label, text }) => `${label} — ${text}`),
  style('em dash without spaces', ({ label, text }) => `${label}—${text}`),
  style('two dashes', ({ label, text }) => `${label} -- ${text}`),
  style('tab', ({ label, text }) => `${label}\t${text}`),
  style('bar', ({ label, text }) => `${label} | ${text}`),
  style('angle', ({ label, text }) => `${label} > ${text}`),
  style('two angles', ({ label, text }) => `${label} >> ${text}`),
  style('arrow', ({ label, text }) => `${label} -> ${text}`),
  style('fat arrow', ({ label, text }) => `${label} => ${text}`),
  style('drawn arrow', ({ label, text }) => `${label} → ${text}`),
  style('equals', ({ label, text }) => `${label} = ${text}`),
  style('says', ({ label, text }) => `${label} says: ${text}`, { reads: ({ label }) => ({ label: `${label} says` }) }),
];
const MARKUP: readonly Style[] = [
  style('bold with colon', ({ label, text }) => `**${label}:** ${text}`),
  style('bold', ({ label, text }) => `**${label}**: ${text}`),
  style('bold without a colon', ({ label, text }) => `**${label}** ${text}`),
  style('italics', ({ label, text }) => `*${label}:* ${text}`),
  style('underlined', ({ label, text }) => `__${label}__: ${text}`),
  style('brackets with colon', ({ label, text }) => `[${label}]: ${text}`),
  style('brackets', ({ label, text }) => `[${label}] ${text}`),
  style('angle brackets', ({ label, text }) => `<${label}> ${text}`),
  style('parentheses', ({ label, text }) => `(${label}) ${text}`),
  style('list', ({ label, text }) => `- ${label}: ${text}`),
  style('list of stars', ({ label, text }) => `* ${label}: ${text}`),
  style('bullets', ({ label, text }) => `• ${label}: ${text}`),
  style('quotation', ({ label, text }) => `> ${label}: ${text}`),
  style('captions', ({ label, text }) => `>> ${label}: ${text}`),
  style('heading above', ({ label, text }) => `### ${label}\n${text}`, { gap: '\n\n' }),
  style('heading above, blank line', ({ label, text }) => `## ${label}\n\n${text}`, { gap: '\n\n' }),
  style('bold above', ({ label, text }) => `**${label}**\n${text}`, { gap: '\n\n' }),
  style('quotes', ({ label, text }) => `${label}: "${text}"`, { reads: ({ text }) => ({ text: `"${text}"` }) }),
];
const ABOVE: readonly Style[] = [
  style('name above', ({ label, text }) => `${label}\n${text}`, { gap: '\n\n' }),
  style('name above without a blank line', ({ label, text }) => `${label}\n${text}`),
  style('name above, blank lines all over', ({ label, text }) => `${label}\n\n${text}`, { gap: '\n\n' }),
];
const EMOJI: readonly Style[] = [
  style('headset before the label', ({ label, text }) => `🎧 ${label}: ${text}`),
  style('person before the label', ({ label, text }) => `👩‍💼 ${label}: ${text}`),
  style('picture after the label', ({ label, text }) => `${label} 🙂: ${text}`, {
    reads: ({ label }) => ({ label: `${label} 🙂` }),
  }),
  style('pictures in the words', ({ label, text }) => `${label}: 👍 ${text}`, {
    reads: ({ text }) => ({ text: `👍 ${text}` }),
  }),
];
const TIMES: readonly Style[] = [
  style('[hh:mm:ss] before', ({ label, text, at }) => `[${long(at)}] ${label}: ${text}`, { isTimed: true }),
  style('hh:mm:ss before', ({ label, text, at }) => `${long(at)} ${label}: ${text}`, { isTimed: true }),
  style('hh:mm:ss and a dash before', ({ label, text, at }) => `${long(at)} - ${label}: ${text}`, { isTimed: true }),
  style('(mm:ss) before', ({ label, text, at }) => `(${short(at)}) ${label}: ${text}`, { isTimed: true }),
  style('mm:ss and a tab before', ({ label, text, at }) => `${short(at)}\t${label}: ${text}`, { isTimed: true }),
  style('(mm:ss) after', ({ label, text, at }) => `${label} (${short(at)}): ${text}`, { isTimed: true }),
  style('[mm:ss] after', ({ label, text, at }) => `${label} [${short(at)}]: ${text}`, { isTimed: true }),
  style('[mm:ss] after, no colon', ({ label, text, at }) => `${label} [${short(at)}] ${text}`, { isTimed: true }),
  style('mm:ss after', ({ label, text, at }) => `${label} ${short(at)}: ${text}`, { isTimed: true }),
  style('heading with a time', ({ label, text, at }) => `${label}  ${short(at)}\n${text}`, {
    gap: '\n\n',
    isTimed: true,
  }),
  style('heading with a time in brackets', ({ label, text, at }) => `${label} (${long(at)})\n${text}`, {
    gap: '\n\n',
    isTimed: true,
  }),
  style('heading with a bar', ({ label, text, at }) => `${label} | ${short(at)}\n${text}`, {
    gap: '\n\n',
    isTimed: true,
  }),
  style('time above, label below', ({ label, text, at }) => `${long(at)}\n${label}: ${text}`, {
    gap: '\n\n',
    isTimed: true,
  }),
  style('name above, time below', ({ label, text, at }) => `${label}\n${long(at)}\n${text}`, {
    gap: '\n\n',
    isTimed: true,
  }),
  style('range before', ({ label, text, at }) => `[${long(at)} - ${long(at + 3)}] ${label}: ${text}`, {
    isTimed: true,
  }),
  style('range with an arrow', ({ label, text, at }) => `${long(at)}.000 --> ${long(at + 3)}.500 ${label}: ${text}`, {
    isTimed: true,
  }),
  style('seconds before', ({ label, text, at }) => `[${at}.0s] ${label}: ${text}`, { isTimed: true }),
  style('time between two dashes', ({ label, text, at }) => `${label} - ${short(at)} - ${text}`, { isTimed: true }),
  style('time and a dash without a colon', ({ label, text, at }) => `${long(at)} ${label} - ${text}`, {
    isTimed: true,
  }),
  style('time and tabs', ({ label, text, at }) => `${long(at)}\t${label}\t${text}`, { isTimed: true }),
  style('label, tab, time, tab', ({ label, text, at }) => `${label}\t${long(at)}\t${text}`, { isTimed: true }),
  style('time, bars', ({ label, text, at }) => `${long(at)} | ${label} | ${text}`, { isTimed: true }),
];
const CLOCKS: readonly Style[] = [
  style('date and time before', ({ label, text, at }) => `2025-03-03 ${clock(at)} ${label}: ${text}`),
  style('ISO date in brackets', ({ label, text, at }) => `[2025-03-03T${clock(at)}Z] ${label}: ${text}`),
  style('ISO date', ({ label, text, at }) => `2025-03-03T${clock(at)}.000Z ${label}: ${text}`),
  style('WhatsApp, Android', ({ label, text, at }) => `3/3/25, ${half(at)} - ${label}: ${text}`),
  style('WhatsApp, iPhone', ({ label, text, at }) => `[03.03.25, ${clock(at)}] ${label}: ${text}`),
  style('date and time in parentheses', ({ label, text, at }) => `(03/03/2025 ${clock(at)}) ${label}: ${text}`),
  style('time of day in brackets', ({ label, text, at }) => `[${half(at)}] ${label}: ${text}`),
  style('time of day before', ({ label, text, at }) => `${half(at)} ${label}: ${text}`),
  style('heading with a time of day', ({ label, text, at }) => `${label}, ${half(at)}\n${text}`, { gap: '\n\n' }),
  style('heading as Discord copies it', ({ label, text, at }) => `${label} — Today at ${half(at)}\n${text}`),
  style('heading as Slack copies it', ({ label, text, at }) => `${label}  ${half(at)}\n${text}`),
  style('heading as Teams copies it', ({ label, text, at }) => `[${half(at)}] ${label}\n${text}`),
  style('label, then date', ({ label, text, at }) => `${label} (2025-03-03 ${clock(at)}): ${text}`),
  style('heading with a date', ({ label, text, at }) => `${label} - 03/03/2025 ${clock(at)}\n${text}`, { gap: '\n\n' }),
];
const HEADERS: readonly Style[] = (
  [
    ['fields of a call', 'Call ID: 4711\nDate: 2025-03-03\nDuration: 00:04:05\nCampaign: Spring\n\n'],
    ['fields without a blank line', 'Call ID: 4711\nStart Time: 2025-03-03 14:05:00\nQueue: Billing\n'],
    ['names of the two', 'Agent Name: Dana Miller\nCustomer Name: Ann Lee\nCall Type: inbound\n\n'],
    ['roles as fields', 'Call ID: 4711\nAgent: Dana Miller\nCustomer: Ann Lee\n\n'],
    ['title', 'Call transcript\n\n'],
    ['title with a rule', 'Transcript of call 4711\n=======================\n\n'],
    ['Markdown title', '# Call 4711\n\n**Date:** 2025-03-03\n**Participants:** Dana Miller, Ann Lee\n\n'],
    ['front matter', '---\ncall_id: 4711\ndate: 2025-03-03\n---\n\n'],
    ['participants', 'Participants: Dana Miller (agent), Ann Lee (customer)\nTopic: Refund\n\n'],
  ] as const
).map(([name, before]) => style(name, ({ label, text }) => `${label}: ${text}`, { before }));

const FAMILIES: Readonly<Record<string, readonly Style[]>> = {
  'labels, by what follows them': SEPARATORS,
  'labels in Markdown, brackets and lists': MARKUP,
  'names above the words': ABOVE,
  'labels with pictures': EMOJI,
  'labels with times': TIMES,
  'labels with dates and times of day': CLOCKS,
  'fields and titles above': HEADERS,
};

/** Every way of writing with every pair of labels, the conversations in turn. */
export function textVariants(): Variant[] {
  return Object.entries(FAMILIES).flatMap(([family, styles]) =>
    styles.flatMap((written, at) =>
      LABEL_PAIRS.filter((pair) => canTell(written, pair)).flatMap((pair, index) => {
        const scripts = scriptsOf(pair);
        const script = scripts[(at + index) % scripts.length];
        return script === undefined ? [] : [variantOf(family, written, pair, script)];
      }),
    ),
  );
}

/** Where a dash follows the label, nobody can tell which of two dashes does. */
function canTell({ name }: Style, { agent }: LabelPair): boolean {
  return !(name.includes('dash') && agent.includes(' - '));
}

function scriptsOf({ language }: LabelPair): readonly Script[] {
  const foreign = language === undefined ? undefined : FOREIGN_SCRIPTS[language];
  return foreign === undefined ? SCRIPTS : [foreign];
}

function variantOf(family: string, written: Style, pair: LabelPair, script: Script): Variant {
  const lines = script.lines.map(([side, text], index): Line => ({ label: pair[side], text, at: 2 + index * 7 }));
  const read = lines.map((line) => ({ ...line, ...written.reads?.(line) }));
  return {
    family,
    name: `${written.name}: ${pair.agent}/${pair.customer}, ${script.name}`,
    value: (written.before ?? '') + lines.map(written.write).join(written.gap ?? '\n'),
    above: written.before,
    turns: read.map(({ label, text, at }) => ({ speaker: label, text, start: written.isTimed ? at : undefined })),
    sides: Object.fromEntries(
      read.map(({ label }, index): [string, Side] => [label, script.lines[index]?.[0] ?? 'agent']),
    ),
  };
}
