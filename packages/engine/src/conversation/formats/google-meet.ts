/**
 * Google Meet's transcript document as text or .docx: a title with the time, attendees, a heading with the time every few minutes, `Name: words`, and
 * a footer ("Transcription ended after 00:31:16"). Title, attendees, headings and footer are not speech.
 */
import type { Turn } from '../conversation.ts';
import { expectText } from '../expect-input.ts';
import { instantOf } from '../instant.ts';
import { addTurn, trimSpan } from '../join-turns.ts';
import { isBlank, type TextLine, textLines } from '../text-lines.ts';
import { readTimecode } from '../timecode.ts';
import type { ReadTurns, VendorFormat } from './vendor-format.ts';

const FOOTER =
  /^[\s#*]{0,8}(?:(?:Transcription|Transcript|Meeting|Recording) (?:has )?(?:ended|stopped)\b|This editable transcript was computer generated)/i;
/** Also with Markdown formatting, as in the document's Markdown export. */
const HEADING = /^[\s#*]{0,8}(\d{1,2}:\d{2}:\d{2})[\s*]{0,4}$/;
const SPOKEN = /^\*{0,2}([^:*\r\n]{1,80}?)[ \t]{0,3}:\*{0,2} /;
const TITLE_TIME =
  /\((\d{4})[-/](\d{2})[-/](\d{2}) (?:at )?(\d{2}:\d{2}) (?:GMT|UTC)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)/;

export const googleMeet: VendorFormat = {
  marks: [],
  is: (value) => typeof value === 'string' && isMeetTranscript(value),
  read: (value, path) => readMeetTranscript(expectText(value, path)),
};

/** Recognised by its footer, below lines with names. */
export function isMeetTranscript(text: string): boolean {
  if (!/\b(?:ended|stopped) after\b|computer generated/i.test(text)) return false; // Most texts do not match: avoids splitting them into lines.
  const lines = textLines(text);
  return lines.some((line) => FOOTER.test(line.text)) && lines.some((line) => SPOKEN.test(line.text));
}

export function readMeetTranscript(text: string): ReadTurns {
  const lines = textLines(text);
  const turns: Turn[] = [];
  let open: { speaker: string; from: number; until: number; startSeconds: number | undefined } | undefined;
  let heading: number | undefined;
  const close = () => {
    if (open !== undefined) {
      addTurn(turns, text, {
        ...trimSpan(text, open.from, open.until),
        speaker: open.speaker,
        startSeconds: open.startSeconds,
      });
    }
    open = undefined;
  };
  for (const line of lines.slice(firstSpoken(lines))) {
    const spoken = SPOKEN.exec(line.text);
    if (HEADING.test(line.text)) {
      close();
      heading = readTimecode(HEADING.exec(line.text)?.[1] ?? '');
    } else if (FOOTER.test(line.text)) close();
    else if (spoken?.[1] !== undefined) {
      close();
      // A heading is the time of the words directly below it.
      open = { speaker: spoken[1].trim(), from: line.start + spoken[0].length, until: line.end, startSeconds: heading };
      heading = undefined;
    } else if (open !== undefined && !isBlank(line)) open.until = line.end;
  }
  close();
  return { text, turns, channel: 'call', occurredAt: beginOf(text), people: peopleOf(turns) };
}

/** The first heading with a time begins the transcript; without one, the line after "Transcript", or the first with a name. */
function firstSpoken(lines: readonly TextLine[]): number {
  const heading = lines.findIndex(({ text }) => HEADING.test(text));
  if (heading >= 0) return heading;
  const title = lines.findIndex(({ text }) => /^[\s#*]{0,8}Transcript[\s*]{0,4}$/i.test(text));
  return title >= 0
    ? title + 1
    : Math.max(
        0,
        lines.findIndex(({ text }) => SPOKEN.test(text)),
      );
}

function peopleOf(turns: readonly Turn[]): { speaker: string; name: string }[] {
  const names = new Set(turns.flatMap(({ speaker }) => speaker ?? []));
  return [...names].map((name) => ({ speaker: name, name }));
}

/** "Weekly (2025-03-03 10:30 GMT+1) – Transcript". */
function beginOf(text: string): string | undefined {
  const match = TITLE_TIME.exec(text.slice(0, 2_000));
  if (match === null) return undefined;
  const [, year, month, day, time, sign = '+', hours = '0', minutes = '00'] = match;
  return instantOf(`${year}-${month}-${day}T${time}:00${sign}${hours.padStart(2, '0')}:${minutes}`);
}
