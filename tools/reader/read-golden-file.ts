/** A kit with its golden set, as labelled conversations. */
import { readFileSync } from 'node:fs';
import type { BrickDocument, BrickValue } from '@brickwork/contract';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { readGolden } from '@brickwork/engine/golden/read-golden';
import { checkKit } from '@brickwork/engine/kits/check-kit';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
import type { LabelledBrick, LabelledConversation } from './read-conv-file.ts';

const KIT = /(?:(?:-hinted)?\.|\/)kit\.yaml$/;

function goldenOf(kitFile: string): string {
  return kitFile.replace(KIT, kitFile.endsWith('/kit.yaml') ? '/golden.jsonl' : '.golden.jsonl');
}

/** At most so many conversations, spread evenly over the file. */
export async function readGoldenFile(kitFile: string, most: number): Promise<LabelledConversation[]> {
  const parsed = parseKitFile(readFileSync(kitFile, 'utf8'));
  const checked = 'faults' in parsed ? parsed : checkKit(parsed.value, parsed.lineOf);
  if (!('kit' in checked)) throw new Error(`${kitFile} is not a valid kit`);
  const { kit } = checked;
  const lines = await readGolden(kit, goldenOf(kitFile));
  const step = Math.max(1, lines.length / most);
  const chosen = Array.from({ length: Math.min(most, lines.length) }, (_, at) => lines[Math.floor(at * step)]);
  return chosen.flatMap((line) => {
    if (line === undefined) return [];
    const bricks = kit.bricks.flatMap((brick) => labelOf(brick, line.expected[brick.key]));
    return [{ id: `line ${line.line}`, conversation: readConversation(kit, line.input), bricks }];
  });
}

function labelOf(brick: BrickDocument, expected: BrickValue | undefined): LabelledBrick[] {
  if (expected === undefined || (brick.type === 'numeric' && brick.metric !== undefined)) return [];
  const value = typeof expected === 'boolean' ? (expected ? 'yes' : 'no') : String(expected);
  const kind = { boolean: 'b', categorical: 'c', numeric: 'n', text: 't' }[brick.type];
  return [{ brick, kind, expected: value === '' ? '(none)' : value }];
}
