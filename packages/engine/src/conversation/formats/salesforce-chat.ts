/**
 * Salesforce Live Agent: the `Body` of a LiveChatTranscript. HTML with notices in the middle (`Chat Started: …`, `Agent Lena F`) and a line for each message
 * (`( 1m 5s ) Lena F: …`). The text without tags counts as the input; notices are system messages.
 */
import { expectText, inputFault } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { textLines } from '../text-lines.ts';
import { htmlText } from './html-text.ts';
import { joinParts, type ReadTurns, type VendorFormat, type VendorPart } from './vendor-format.ts';

const STARTED = /^\s{0,3}<p[^<>]{0,100}>\s{0,3}Chat Started:/i;
const MESSAGE =
  /^\(\s{0,3}(?:(\d{1,3})h\s{0,3})?(?:(\d{1,3})m\s{0,3})?(\d{1,3})s\s{0,3}\)\s{0,3}([^:]{1,100}):\s?(.*)$/;
const NOTICE = /^(?:Chat (?:Started|Origin|Transferred|Ended|Conference)|Agent |Visitor Disconnected)/i;
const BEGIN = /Chat Started: [^,]{3,12}, ([A-Z][a-z]{2,8}) (\d{1,2}), (\d{4}), (\d{2}:\d{2}:\d{2}) \(([+-]\d{4})\)/;
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

export const salesforceChat: VendorFormat = {
  marks: [],
  is: (value) => typeof value === 'string' && STARTED.test(value),
  read: (value, path) => readChatBody(expectText(value, path), path),
};

export function readChatBody(html: string, path: string): ReadTurns {
  // Notices are paragraphs, and the text after one is on the same line.
  const text = htmlText(html.replace(/<p\b/gi, '\n<p')).replace(
    /(\((?:\s{0,3}\d{1,3}[hms]){1,3}\s{0,3}\))\s{1,8}/g,
    '$1 ',
  );
  const parts: VendorPart[] = [];
  const agents = new Set<string>();
  const notices: { text: string; before: number }[] = [];
  for (const { text: line } of textLines(text)) {
    const message = MESSAGE.exec(line);
    const last = parts.at(-1);
    if (message !== null) {
      const [hours = 0, minutes = 0, seconds = 0] = message.slice(1, 4).map((part) => Number(part ?? 0));
      parts.push({
        text: message[5] ?? '',
        speaker: message[4]?.trim(),
        startSeconds: hours * 3_600 + minutes * 60 + seconds,
        name: message[4]?.trim(),
      });
    } else if (NOTICE.test(line)) {
      if (/^Agent \S/.test(line)) agents.add(line.slice('Agent '.length).trim());
      notices.push({ text: line, before: parts.length });
    } else if (last !== undefined && line.trim() !== '') last.text += `\n${line}`;
  }
  if (parts.length === 0) throw inputFault(path, 'must have messages such as "( 5s ) Lena F: Hello."');
  return joinParts(
    [...parts, undefined].flatMap((part, index): VendorPart[] => [
      ...notices
        .filter(({ before }) => before === index)
        .map(({ text: notice }) => ({ text: notice, kind: 'system' as const })),
      ...(part === undefined ? [] : [{ ...part, aliases: [agents.has(part.speaker ?? '') ? 'agent' : undefined] }]),
    ]),
    { channel: 'chat', occurredAt: beginOf(text) },
  );
}

function beginOf(text: string): string | undefined {
  const [, month = '', day = '', year = '', time = '', zone = ''] = BEGIN.exec(text.slice(0, 1_000)) ?? [];
  const index = MONTHS.indexOf(month);
  if (index < 0) return undefined;
  return instantOf(`${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}T${time}${zone}`);
}
