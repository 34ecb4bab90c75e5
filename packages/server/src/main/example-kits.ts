/** Entry point `@brickwork/server/examples`: the kits under `examples/kits`, for the first start and for `brickwork kits init`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the checkout, or inside the published package. */
const DIRECTORY =
  ['../../../../examples/kits', '../../examples/kits']
    .map((path) => join(import.meta.dirname, path))
    .find(existsSync) ?? '';

export function exampleKitNames(): string[] {
  if (!existsSync(DIRECTORY)) return [];
  return readdirSync(DIRECTORY, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

/** The file as its author wrote it, including comments. */
export function readExampleKitText(name: string): string | undefined {
  if (!exampleKitNames().includes(name)) return undefined;
  return readFileSync(join(DIRECTORY, name, 'kit.yaml'), 'utf8');
}
