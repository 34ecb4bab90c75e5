/** A mailbox file: its messages by thread, each thread a mailbox again. */

const BEGIN = /(?:^|\n)(?=From \S{1,320} [^\r\n]{5,60}\r?\n[\w-]{1,76}:)/;
const MOST_HEADERS = 32_000;

export function isMailbox(text: string): boolean {
  return /^From \S{1,320} [^\r\n]{5,60}\r?\n[\w-]{1,76}:/.test(text);
}

export function splitMailbox(text: string): string[] {
  const threads = new Map<string, string[]>();
  const threadOf = new Map<string, string>();
  for (const message of text.split(BEGIN).filter((each) => each.trim() !== '')) {
    const headers = headersOf(message);
    const own = idsIn(headers.get('message-id'))[0];
    const earlier = [...idsIn(headers.get('references')), ...idsIn(headers.get('in-reply-to'))];
    const known = earlier.map((id) => threadOf.get(id)).find((thread) => thread !== undefined);
    const thread = known ?? earlier[0] ?? own ?? `subject ${subjectOf(headers)}`;
    for (const id of [own, ...earlier]) if (id !== undefined && !threadOf.has(id)) threadOf.set(id, thread);
    const messages = threads.get(thread) ?? [];
    messages.push(message.endsWith('\n') ? message : `${message}\n`);
    threads.set(thread, messages);
  }
  return [...threads.values()].map((messages) => messages.join('\n'));
}

function headersOf(message: string): Map<string, string> {
  const headers = new Map<string, string>();
  let last = '';
  for (const line of message.slice(0, MOST_HEADERS).split(/\r?\n/).slice(1)) {
    if (line === '') break;
    const match = /^([\w-]{1,76}):\s*(.*)$/.exec(line);
    if (match?.[1] !== undefined) last = match[1].toLowerCase();
    const more = match?.[2] ?? line.trim();
    if (last !== '') headers.set(last, `${match === null ? `${headers.get(last) ?? ''} ` : ''}${more}`);
  }
  return headers;
}

function idsIn(header: string | undefined): string[] {
  return (header ?? '').match(/<[^<>\s]{1,500}>/g) ?? [];
}

function subjectOf(headers: Map<string, string>): string {
  return (headers.get('subject') ?? '')
    .replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|vs|rv|tr)\s*:)+/i, '')
    .trim()
    .toLowerCase();
}
