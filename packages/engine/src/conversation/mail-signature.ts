/**
 * Where a mail's words end and its signature or disclaimer begins. Only clear markers are used: the mark of mail programs (`-- `), "Sent
 * from my iPhone", a notice of confidentiality, and the lines of address below a sign-off and a name. The sign-off and the name are kept,
 * because a person wrote them.
 */
import type { Span } from './fresh-spans.ts';
import { freshSpans } from './fresh-spans.ts';
import { trimSpan } from './join-turns.ts';
import { isBlank, type TextLine, textLines } from './text-lines.ts';

const MARK = /^--\s?$/;
const PROGRAM =
  /^(?:sent from (?:my|outlook|yahoo|mail|proton|samsung|gmail)\b.{0,60}|get outlook for .{0,30}|von meinem .{1,40} gesendet|envoyé de(?:puis)? mon .{1,40}|enviado desde mi .{1,40}|inviato da(?:l)? .{1,40}|verzonden vanaf mijn .{1,40})$/i;
const DISCLAIMER =
  /^[*_\s]{0,4}(?:confidentiality (?:notice|note)|disclaimer\b|legal notice\b|privileged (?:and|\/|&) confidential|(?:this|the information (?:contained )?in this|the contents? of this) (?:e-?mail|message|communication|transmission)\b.{0,120}\b(?:confidential|privileged|intended (?:only|solely)|legally protected)|please consider the environment before printing|diese (?:e-?mail|nachricht)\b.{0,120}\bvertraulich|este (?:correo|mensaje)\b.{0,120}\bconfidencial|ce (?:courriel|message|mail)\b.{0,120}\bconfidentiel|questo messaggio\b.{0,120}\briservat|deze e-?mail\b.{0,120}\bvertrouwelijk|esta mensagem\b.{0,120}\bconfidencial)/i;
const SIGN_OFF =
  /^(?:(?:kind|best|warm|many)(?:est)? regards|regards|best(?: wishes)?|(?:yours )?sincerely(?: yours)?|yours (?:truly|faithfully)|cheers|(?:many )?thanks(?: (?:and|&) (?:best |kind )?regards)?|thank you|mit freundlichen grüßen|(?:viele|beste|freundliche|liebe) grüße|cordialement|bien à vous|saludos(?: cordiales)?|atentamente|un saludo|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?|atenciosamente|cumprimentos)[,.!]?$/i;
/** Contents of an address block: a phone number, a web or mail address. */
const CONTACT = /(?:\+|\b)\d[\d\s()./-]{6,20}\d\b|\bwww\.|https?:\/\/|\S@\S{1,60}\.\w/i;
const MOST_LINES = 12;

export interface WrittenSpans {
  spans: Span[];
  signature?: string;
}

/** What the sender wrote, without quotes and without the standard ending of their mails. */
export function writtenSpans(body: string): WrittenSpans {
  const fresh = freshSpans(body);
  const last = fresh.at(-1);
  if (last === undefined) return { spans: fresh };
  const at = signatureAt(body.slice(last.start, last.end));
  const kept = at === undefined ? last : trimSpan(body, last.start, last.start + at);
  // If a mail contains nothing else, it is kept.
  if (at === undefined || kept.start >= kept.end) return { spans: fresh };
  return { spans: [...fresh.slice(0, -1), kept], signature: body.slice(last.start + at, last.end) };
}

function signatureAt(text: string): number | undefined {
  const lines = textLines(text);
  const cuts = [markedAt(lines), disclaimerAt(lines), programAt(lines), addressAt(lines)];
  return cuts.reduce(
    (first, cut) => (cut === undefined || (first !== undefined && first <= cut) ? first : cut),
    undefined,
  );
}

/** The only such line in a mail, with few lines below it: a rule of dashes may also separate two texts. */
function markedAt(lines: readonly TextLine[]): number | undefined {
  const index = lines.findLastIndex(({ text }) => MARK.test(text));
  const isOnly = lines.findIndex(({ text }) => MARK.test(text)) === index;
  return index > 0 && isOnly && filled(lines.slice(index + 1)).length <= 2 * MOST_LINES
    ? lines[index]?.start
    : undefined;
}

/** A notice begins a paragraph, and only more of it follows. */
function disclaimerAt(lines: readonly TextLine[]): number | undefined {
  return lines.find(({ text }, index) => {
    const above = lines[index - 1];
    return (
      (above === undefined || isBlank(above) || /^[-_*=\s]{3,}$/.test(above.text)) &&
      DISCLAIMER.test(text.slice(0, 400))
    );
  })?.start;
}

function programAt(lines: readonly TextLine[]): number | undefined {
  const last = filled(lines).at(-1);
  return last !== undefined && PROGRAM.test(last.text.trim()) ? last.start : undefined;
}

/** Below a sign-off and the line with the name: at least two lines, one of them an address or a number. */
function addressAt(lines: readonly TextLine[]): number | undefined {
  const index = lines.findLastIndex(({ text }) => SIGN_OFF.test(text.trim()));
  if (index < 0) return undefined;
  const [, ...block] = filled(lines.slice(index + 1)).filter(({ text }) => !PROGRAM.test(text.trim()));
  const notice = disclaimerAt(lines) ?? Number.POSITIVE_INFINITY;
  const own = block.filter(({ start }) => start < notice);
  const isBlock = own.length >= 2 && own.length <= MOST_LINES && own.every(({ text }) => text.length <= 120);
  return isBlock && own.some(({ text }) => CONTACT.test(text.slice(0, 200))) ? own[0]?.start : undefined;
}

function filled(lines: readonly TextLine[]): TextLine[] {
  return lines.filter((line) => !isBlank(line));
}
