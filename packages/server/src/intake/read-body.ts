/** Turns a body as sent into JSON text. Runs in the process of expressions: a stranger's input is not parsed on the event loop. */
import { parseJson } from '../core/parse-json.ts';

export interface SentBody {
  contentType: string;
  bytes: Uint8Array;
  /** The body is a token whose signature was checked on arrival. */
  isToken: boolean;
}

/** Reports what is wrong with a body without quoting it. */
export class UnreadableBody extends Error {}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const TEXT_TYPES = ['text/plain', 'text/vtt', 'text/html', 'text/csv', 'application/x-subrip', 'message/rfc822'];
/** A part that is not text is passed without its content: a recording is not a readable conversation. */
const MOST_FIELDS = 1_000;

/** JSON stays as it is, a form becomes an object of its fields, a text `{"text": …}`, and a file in a form `{"filename", "type", "text"}`. */
export async function readBody({ contentType, bytes, isToken }: SentBody): Promise<string> {
  if (isToken) return readClaims(bytes);
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '' || JSON_TYPE.test(type)) return readJson(bytes);
  if (type === 'application/x-www-form-urlencoded')
    return checked(JSON.stringify(readFields([...new URLSearchParams(textOf(bytes))])));
  if (type === 'multipart/form-data') return checked(JSON.stringify(await readParts(contentType, bytes)));
  if (TEXT_TYPES.includes(type)) return JSON.stringify({ text: textOf(bytes) });
  throw new UnreadableBody(
    `The content type ${type.slice(0, 80)} is not supported: send JSON, a form, multipart/form-data or plain text.`,
  );
}

/** Loaded on first use: most processes read no token. */
async function readClaims(bytes: Uint8Array): Promise<string> {
  const { decodeJwt } = await import('jose');
  try {
    return checked(JSON.stringify(decodeJwt(textOf(bytes).trim())));
  } catch {
    throw new UnreadableBody('The body is not a JSON Web Token.');
  }
}

function readJson(bytes: Uint8Array): string {
  try {
    parseJson(bytes);
  } catch (error) {
    throw new UnreadableBody((error as { detail?: string }).detail ?? 'The body is not JSON.');
  }
  return textOf(bytes);
}

/** As for JSON: names such as `__proto__` and excessive sizes are refused. */
function checked(json: string): string {
  return readJson(Buffer.from(json));
}

/** A name that occurs several times has a list of its values. */
function readFields(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  if (pairs.length > MOST_FIELDS) throw new UnreadableBody(`The form has more than ${MOST_FIELDS} fields.`);
  const fields = new Map<string, unknown[]>();
  for (const [name, value] of pairs) fields.set(name, [...(fields.get(name) ?? []), value]);
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

async function readParts(contentType: string, bytes: Uint8Array): Promise<Record<string, unknown>> {
  const body = new Uint8Array(bytes);
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw new UnreadableBody('The multipart body could not be split into parts. Check its boundary.');
  });
  const parts: [string, unknown][] = [];
  for (const [name, value] of form) parts.push([name, typeof value === 'string' ? value : await readFile(value)]);
  return readFields(parts);
}

async function readFile(file: File): Promise<Record<string, unknown>> {
  const about = { filename: file.name, type: file.type, bytes: file.size };
  try {
    return { ...about, text: textOf(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return about;
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableBody('The body is not valid UTF-8.');
  }
}
