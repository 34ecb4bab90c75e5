import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
import { readExampleKitText } from './example-kits.ts';

/** The document of an example kit; undefined if the examples are not installed. */
export function readExampleKit(name: string): unknown {
  const text = readExampleKitText(name);
  if (text === undefined) return undefined;
  const file = parseKitFile(text);
  return 'faults' in file ? undefined : file.value;
}
