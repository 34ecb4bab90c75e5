/** Telegram Desktop: `result.json` of an exported chat. Joins, calls and pins (`type: "service"`) are system messages. */
import { expectRecord, isRecord } from '../expect-input.ts';
import { instantOfSeconds } from '../instant.ts';
import { firstRecord, readItems, textOf, type VendorFormat } from './vendor-format.ts';

export const telegram: VendorFormat = {
  marks: ['messages', 'from_id', 'date_unixtime', 'text_entities', 'actor'],
  is(value) {
    const list = isRecord(value) && Array.isArray(value.messages) ? value.messages : [];
    const message = list.find((item) => isRecord(item) && item.type === 'message') ?? firstRecord(list);
    return (
      isRecord(message) &&
      'text_entities' in message &&
      ('from' in message || 'from_id' in message || 'actor_id' in message)
    );
  },
  read: (value, path) =>
    readItems(
      expectRecord(value, path).messages,
      `${path}.messages`,
      (message) => {
        const text = plainText(message.text ?? message.text_entities);
        const name = textOf(message.from) ?? textOf(message.actor);
        const by = { speaker: name ?? textOf(message.from_id), at: instantOfSeconds(message.date_unixtime), name };
        const action = textOf(message.action)?.replaceAll('_', ' ');
        if (message.type === 'service') return { ...by, text: action ?? text, kind: 'system' };
        const isEdited = message.edited_unixtime !== undefined || message.edited !== undefined;
        const attachments = filesOf(message);
        const isMessage = message.type === 'message' && (text !== '' || attachments.length > 0);
        return isMessage ? { ...by, text, isEdited, attachments } : undefined;
      },
      { channel: 'chat' },
    ),
};

/** A string, or strings and marked-up pieces of one text. */
function plainText(text: unknown): string {
  if (typeof text === 'string') return text;
  if (!Array.isArray(text)) return '';
  return text
    .map((piece) => (typeof piece === 'string' ? piece : isRecord(piece) ? String(piece.text ?? '') : ''))
    .join('');
}

/** Photos and stickers have no words. */
function filesOf(message: Record<string, unknown>): string[] {
  const name = textOf(message.file_name) ?? textOf(message.media_type)?.replaceAll('_', ' ');
  if (message.photo !== undefined) return ['photo'];
  return message.file !== undefined || message.media_type !== undefined ? [name ?? 'a file'] : [];
}
