/** The kits under `examples/kits`, which a first start and `brickwork kits init` hand out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseKitFile } from '../kits/parse-kit-file.ts';

const DIRECTORY = join(import.meta.dirname, '../../../../examples/kits');

export function exampleKitNames(): string[] {
  if (!existsSync(DIRECTORY)) return [];
  return readdirSync(DIRECTORY, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** The file as its author wrote it, comments and all. */
export function readExampleKitText(name: string): string | undefined {
  if (!exampleKitNames().includes(name)) return undefined;
  return readFileSync(join(DIRECTORY, name, 'kit.yaml'), 'utf8');
}

export function readExampleKit(name: string): unknown {
  const text = readExampleKitText(name);
  if (text === undefined) return undefined;
  const file = parseKitFile(text);
  return 'faults' in file ? undefined : file.value;
}
