/**
 * OpenAI Realtime: the items of a conversation, or the server's events as they were logged. A person's words are transcribed after the
 * answer, so an item keeps the position of its first mention.
 */
import { isRecord } from '../expect-input.ts';
import { joinParts, labelOf, recordOf, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

const SAID_BY: Readonly<Record<string, string>> = {
  'conversation.item.input_audio_transcription.completed': 'user',
  'response.audio_transcript.done': 'assistant',
  'response.output_audio_transcript.done': 'assistant',
  'response.text.done': 'assistant',
  'response.output_text.done': 'assistant',
};

export const openaiRealtime: VendorFormat = {
  marks: ['realtime.item', 'input_audio', 'output_audio', 'previous_item_id', 'event_id', 'transcript'],
  is: (value) => listOf(value).some((item) => isEvent(item) || isItem(item)),
  read: (value) => {
    const said = new Map<string, { role: string; words: Map<string, string> }>();
    const note = (id: string, role: string, part: string, text: string | undefined) => {
      const known = said.get(id) ?? { role, words: new Map<string, string>() };
      if (text !== undefined) known.words.set(part, text);
      said.set(id, { ...known, role });
    };
    for (const [index, entry] of listOf(value).entries()) {
      const speaker = SAID_BY[String(entry.type)];
      const item = isRecord(entry.item) ? entry.item : isItem(entry) ? entry : undefined;
      const id = labelOf(entry.item_id) ?? labelOf(item?.id) ?? `#${index}`;
      if (speaker !== undefined) {
        note(id, speaker, String(entry.content_index ?? 0), textOf(entry.transcript) ?? textOf(entry.text));
      } else if (item !== undefined) {
        const pieces = recordsOf(item.content);
        if (pieces.length === 0) note(id, String(item.role), '0', undefined);
        for (const [part, piece] of pieces.entries()) {
          note(id, String(item.role), String(part), textOf(piece.transcript) ?? textOf(piece.text));
        }
      }
    }
    const parts = [...said.values()]
      .filter(({ role, words }) => (role === 'user' || role === 'assistant') && words.size > 0)
      .map(({ role, words }) => ({
        text: [...words.values()].join('\n'),
        speaker: role,
        kind: role === 'assistant' ? ('bot' as const) : undefined,
      }));
    return joinParts(parts, { channel: 'call' });
  },
};

function listOf(value: unknown): Record<string, unknown>[] {
  const outer = recordOf(value);
  return recordsOf(Array.isArray(value) ? value : (outer.items ?? outer.events));
}

function isEvent(entry: Record<string, unknown>): boolean {
  return Object.hasOwn(SAID_BY, String(entry.type)) && 'item_id' in entry;
}

function isItem(entry: Record<string, unknown>): boolean {
  if (entry.type !== 'message') return false;
  return (
    entry.object === 'realtime.item' ||
    recordsOf(entry.content).some((piece) => 'transcript' in piece && /audio$/.test(String(piece.type)))
  );
}
