/** Gemini: `contents` of `generateContent`, or the bare list. Function calls, their answers and thoughts are not speech. */
import { isRecord } from '../expect-input.ts';
import { firstRecord, readItems, recordsOf, textOf, type VendorFormat } from './vendor-format.ts';

export const gemini: VendorFormat = {
  marks: ['contents', 'parts', 'systemInstruction', 'functionCall', 'generationConfig'],
  is(value) {
    const content = firstRecord(contentsOf(value));
    return content !== undefined && Array.isArray(content.parts) && 'role' in content;
  },
  read: (value, path) =>
    readItems(
      contentsOf(value),
      path,
      (content) => {
        const texts = recordsOf(content.parts).flatMap((part) =>
          part.thought === true ? [] : (textOf(part.text) ?? []),
        );
        const role = textOf(content.role);
        if (texts.length === 0) return undefined;
        if (role === 'function' || role === 'system') return { text: texts.join('\n'), speaker: role, kind: 'system' };
        return { text: texts.join('\n'), speaker: role, aliases: [role === 'model' ? 'assistant' : role] };
      },
      { channel: 'chat' },
    ),
};

function contentsOf(value: unknown): unknown {
  return isRecord(value) ? value.contents : value;
}
