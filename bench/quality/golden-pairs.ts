/** The kits of a directory, each with its golden set: `x.kit.yaml` goes with `x.golden.jsonl`, `x-hinted.kit.yaml` too. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkKit } from '@brickwork/engine/kits/check-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';

export interface GoldenPair {
  name: string;
  kit: Kit;
  goldenPath: string;
}

const KIT = '.kit.yaml';
const GOLDEN = '.golden.jsonl';

function readKit(path: string): Kit {
  const file = parseKitFile(readFileSync(path, 'utf8'));
  const checked = 'faults' in file ? file : checkKit(file.value, file.lineOf);
  if ('kit' in checked) return checked.kit;
  throw new Error(`${path}: ${checked.faults.map((fault) => `${fault.path} ${fault.message}`).join('; ')}`);
}

export function goldenPairs(directory: string): GoldenPair[] {
  const files = readdirSync(directory).sort();
  const sets = files.filter((file) => file.endsWith(GOLDEN)).map((file) => file.slice(0, -GOLDEN.length));
  return files.flatMap((file) => {
    if (!file.endsWith(KIT)) return [];
    const name = file.slice(0, -KIT.length);
    const fitting = sets.filter((set) => name === set || name.startsWith(`${set}-`));
    const set = fitting.toSorted((left, right) => right.length - left.length)[0];
    if (set === undefined) return [];
    return [{ name, kit: readKit(join(directory, file)), goldenPath: join(directory, set + GOLDEN) }];
  });
}
