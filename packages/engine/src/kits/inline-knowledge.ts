import { memberOf } from '../core/member-of.ts';
import type { KitFault } from './kit-fault.ts';

/**
 * Replaces each `knowledge` file with its text. The caller reads the files, since only it knows where the kit file is;
 * `read` returns undefined for a file that is missing or cannot be read.
 */
export async function inlineKnowledge(
  read: (file: string) => Promise<string | undefined>,
  value: unknown,
): Promise<{ value: unknown; faults: KitFault[] }> {
  const entries = memberOf(value, 'knowledge');
  if (!Array.isArray(entries) || typeof value !== 'object') return { value, faults: [] };
  const faults: KitFault[] = [];
  const knowledge: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const file = memberOf(entry, 'file');
    if (typeof file !== 'string') {
      knowledge.push(entry);
      continue;
    }
    const path = `knowledge[${index}].file`;
    if (memberOf(entry, 'text') !== undefined)
      faults.push({ path, message: 'cannot be used together with text: remove one of them' });
    const text = await read(file);
    if (text === undefined) faults.push({ path, message: `"${file}" cannot be read` });
    const { file: _replaced, ...rest } = Object.assign({}, entry);
    knowledge.push({ ...rest, text: text ?? '' });
  }
  return { value: { ...value, knowledge }, faults };
}
