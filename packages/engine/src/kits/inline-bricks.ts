import { memberOf } from '../core/member-of.ts';
import type { KitFault } from './kit-fault.ts';
import { parseKitFile } from './parse-kit-file.ts';

/**
 * Replaces each brick that has `use` with the brick in that file; the members next to `use` replace those of the file. The caller reads the
 * files, since only it knows where the kit file is; `read` returns undefined for a file that is missing or may not be read. A file is
 * never quoted in a fault: it might not be a brick at all.
 */
export async function inlineBricks(
  read: (file: string) => Promise<string | undefined>,
  value: unknown,
): Promise<{ value: unknown; faults: KitFault[] }> {
  const entries = memberOf(value, 'bricks');
  if (!Array.isArray(entries) || typeof value !== 'object') return { value, faults: [] };
  const faults: KitFault[] = [];
  const bricks: unknown[] = [];
  for (const [index, entry] of entries.entries()) {
    const file = memberOf(entry, 'use');
    if (file === undefined) {
      bricks.push(entry);
      continue;
    }
    const shared = typeof file === 'string' ? await readBrick(read, file) : { fault: 'must be the path of a file' };
    if ('fault' in shared) {
      faults.push({ path: `bricks[${index}].use`, message: shared.fault });
      continue;
    }
    const { use: _used, ...overrides } = Object.assign({}, entry);
    bricks.push({ ...shared.brick, ...overrides });
  }
  return { value: { ...value, bricks }, faults };
}

async function readBrick(
  read: (file: string) => Promise<string | undefined>,
  file: string,
): Promise<{ brick: object } | { fault: string }> {
  const text = await read(file);
  if (text === undefined) return { fault: `"${file}" cannot be read` };
  const parsed = parseKitFile(text);
  if ('faults' in parsed) return { fault: `"${file}" is not valid YAML` };
  const brick = parsed.value;
  if (typeof brick !== 'object' || brick === null || Array.isArray(brick)) return { fault: `"${file}" is not a brick` };
  if (memberOf(brick, 'bricks') !== undefined)
    return { fault: `"${file}" is a kit: put the brick in a file of its own` };
  if (memberOf(brick, 'use') !== undefined)
    return { fault: `"${file}" uses another file itself, which is not supported` };
  return { brick };
}
