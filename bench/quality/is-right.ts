/** Whether an answer is what a labelled conversation says. */
import type { BrickValue } from '@brickwork/contract';
import type { LabelledBrick } from '../../tools/reader/read-conv-file.ts';

function fold(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** As labelled conversations are judged: a text by the words it shares with the right one, "(none)" as nothing or the lowest number. */
export function isRight({ kind, expected }: LabelledBrick, value: BrickValue): boolean {
  if (kind === 'b') return value === (expected === 'yes');
  if (kind === 'c') return value === expected;
  if (kind === 'n') return Number(value) === (expected === '(none)' ? 0 : Number(expected));
  const got = new Set(fold(String(value ?? '')));
  const wanted = new Set(expected === '(none)' ? [] : fold(expected));
  if (got.size === 0 || wanted.size === 0) return got.size === wanted.size;
  return (2 * [...got].filter((word) => wanted.has(word)).length) / (got.size + wanted.size) >= 0.6;
}
