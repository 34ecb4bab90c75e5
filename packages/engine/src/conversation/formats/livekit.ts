/** LiveKit Agents: `session.history` as `to_dict()` writes it, or the session report around it (`chat_history`). Tool calls, handoffs and instructions are not speech. */
import { isRecord } from '../expect-input.ts';
import { instantOfMs, instantOfSeconds } from '../instant.ts';
import { readItems, recordOf, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

const SPEAKING = new Set(['user', 'assistant']);

export const livekit: VendorFormat = {
  marks: ['items', 'interrupted', 'transcript_confidence', 'chat_history', 'function_call', 'agent_handoff'],
  is: (value) => itemsOf(value).some(isSpoken),
  read: (value, path) =>
    readItems(
      itemsOf(value),
      `${path}.items`,
      (item) => {
        const text = wordsOf(item.content);
        const role = textOf(item.role);
        if (text === undefined || role === undefined) return undefined;
        const kind = !isSpoken(item) || !SPEAKING.has(role) ? 'system' : role === 'assistant' ? 'bot' : undefined;
        return { text, kind, speaker: role, at: instantOfSeconds(item.created_at) ?? instantOfMs(item.createdAt) };
      },
      { channel: 'call' },
    ),
};

function itemsOf(value: unknown): Record<string, unknown>[] {
  const outer = recordOf(value);
  return recordsOf((isRecord(outer.chat_history) ? outer.chat_history : outer).items);
}

function isSpoken(item: Record<string, unknown>): boolean {
  return item.type === 'message' && 'interrupted' in item && Array.isArray(item.content);
}

/** Pieces of text; images and audio have no words, but audio may have its transcript. */
function wordsOf(content: unknown): string | undefined {
  const pieces = Array.isArray(content) ? content : [];
  const words = pieces.flatMap((piece) => textOf(isRecord(piece) ? piece.transcript : piece) ?? []);
  return words.length === 0 ? undefined : words.join('\n');
}
