import { parseKitFile } from '../kits/parse-kit-file.ts';
import { readExampleKitText } from './example-kits.ts';

/** The document of an example kit; undefined where the examples are not installed. */
export function readExampleKit(name: string): unknown {
  const text = readExampleKitText(name);
  if (text === undefined) return undefined;
  const file = parseKitFile(text);
  return 'faults' in file ? undefined : file.value;
}
