/**
 * The parts of a mail that the sender wrote: everything except quoted lines (`> …`), the line that announces them (`On … wrote:`) and the
 * history that mail programs add below (`-----Original Message-----`, a block of headers).
 */
import { trimSpan } from './join-turns.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';

const QUOTED = /^\s{0,3}>/;
/** "On Mon, 3 Mar 2025 at 10:00, Bob <bob@example.com> wrote:", also in the languages of common mail programs. */
const ANNOUNCEMENT_START = /^\s{0,3}(?:On|Am|Le|El|Il|Em|Op|Den)\s.{4,200}/;
const ANNOUNCEMENT_END =
  /(?:wrote|schrieb.{0,100}|a écrit|escribió|ha scritto|escreveu|schreef.{0,100}|skrev.{0,100})\s?:\s*$/;
const HISTORY =
  /^\s{0,3}(?:-{2,}\s{0,3}(?:Original Message|Forwarded message|Ursprüngliche Nachricht|Message d'origine|Mensaje original)\s{0,3}-{2,}|_{20,}\s*|Begin forwarded message:\s*)$/i;
const FROM_HEADER = /^\s{0,3}\*?(?:From|Von|De|Da|Van)\s?:\*?\s/;
const OTHER_HEADER =
  /^\s{0,3}\*?(?:Sent|Date|To|Cc|Subject|Gesendet|An|Betreff|Envoyé|À|Objet|Enviad[oa](?: el| em)?|Para|Asunto|Assunto|Inviato|Oggetto|Verzonden|Aan|Onderwerp)\s?:\*?\s/;

export interface Span {
  start: number;
  end: number;
}

export function freshSpans(body: string): Span[] {
  const lines = textLines(body);
  const spans: Span[] = [];
  let from: number | undefined;
  const close = (until: number) => {
    if (from !== undefined) spans.push(trimSpan(body, from, until));
    from = undefined;
  };
  for (let index = 0; index < lines.length; ) {
    const start = lines[index]?.start ?? body.length;
    const announced = announcementLength(lines, index);
    // The text after an announcement without `>` marks is the whole earlier mail, down to the end.
    if (startsHistory(lines, index) || (announced > 0 && !isQuotedBelow(lines, index + announced))) {
      close(start);
      return kept(spans);
    }
    if (announced > 0 || QUOTED.test(lines[index]?.text ?? '')) close(start);
    else from ??= start;
    index += Math.max(1, announced);
  }
  close(body.length);
  return kept(spans);
}

function kept(spans: readonly Span[]): Span[] {
  return spans.filter(({ start, end }) => start < end);
}

function startsHistory(lines: readonly TextLine[], index: number): boolean {
  const line = lines[index];
  if (line === undefined) return false;
  if (HISTORY.test(line.text)) return true;
  return FROM_HEADER.test(line.text) && OTHER_HEADER.test(lines[index + 1]?.text ?? '');
}

/** How many lines announce a quotation: one, or two or three if the mail program wrapped it. */
function announcementLength(lines: readonly TextLine[], index: number): number {
  if (!ANNOUNCEMENT_START.test(lines[index]?.text ?? '')) return 0;
  for (let count = 1; count <= 3; count += 1) {
    const line = lines[index + count - 1];
    if (line === undefined || isBlank(line)) return 0;
    if (ANNOUNCEMENT_END.test(line.text.slice(-160))) return count;
  }
  return 0;
}

function isQuotedBelow(lines: readonly TextLine[], index: number): boolean {
  const next = lines.slice(index, index + 3).find((line) => !isBlank(line));
  return next !== undefined && QUOTED.test(next.text);
}
