/**
 * Chat messages with `role` and `content`. System, developer and tool messages are not speech: they are shown as text of a program.
 */
import { expectArray, expectRecord, expectText, inputFault, isRecord, optionalLabel } from './expect-input.ts';
import { joinTurns, type SpokenPart } from './join-turns.ts';
import type { Aliases } from './sides/assign-sides.ts';

const UNSPOKEN = new Set(['system', 'developer', 'tool', 'function']);

export function readMessageList(value: unknown, path: string): ReturnType<typeof joinTurns> & { aliases: Aliases } {
  const isWrapped = isRecord(value);
  const within = isWrapped ? `${path}.messages` : path;
  const messages = expectArray(isWrapped ? value.messages : value, within);
  const aliases = new Map<string, string[]>();
  const parts: SpokenPart[] = [];
  for (const [index, item] of messages.entries()) {
    const here = `${within}[${index}]`;
    const message = expectRecord(item, here);
    const role = expectText(message.role, `${here}.role`);
    const text = messageText(message.content, `${here}.content`);
    const speaker = optionalLabel(message.name, `${here}.name`) ?? role;
    if (UNSPOKEN.has(role.trim().toLowerCase())) {
      parts.push({ text, speaker, kind: 'system' });
      continue;
    }
    aliases.set(speaker, [role]);
    parts.push({ text, speaker });
  }
  return { ...joinTurns(parts), aliases };
}

/** A string, or parts, of which those with text are spoken; an assistant's tool call has no content. */
export function messageText(content: unknown, path: string): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw inputFault(path, 'must be a string or an array of parts');
  return content
    .flatMap((part: unknown, index) => {
      if (typeof part === 'string') return part;
      const record = expectRecord(part, `${path}[${index}]`);
      return 'text' in record ? expectText(record.text, `${path}[${index}].text`) : [];
    })
    .join('\n');
}
