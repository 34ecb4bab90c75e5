import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brickType } from '../../bricks/brick-types.ts';
import { readConversation } from '../../conversation/read-conversation.ts';
import { checkKit } from '../../kits/check-kit.ts';
import type { Kit } from '../../kits/normalise-kit.ts';
import { parseKitFile } from '../../kits/parse-kit-file.ts';
import { answerBricks } from '../answer-bricks.ts';
import { readGolden } from '../golden/read-golden.ts';
import { evaluateRead } from './evaluate-read.ts';
import { openModel } from './open-model.ts';
import { READER_FILES } from './reader-files.ts';

const KITS = new URL('../../../../../examples/kits/', import.meta.url);
/** Below this an answer claims next to nothing. */
const ABSTAINED = 0.65;

/** What is still answered wrong with some confidence; a change that fixes one takes it off the list. */
const KNOWN_WRONG: Readonly<Record<string, readonly string[]>> = {
  'support-qa': [
    'line 8 empathy_shown',
    'line 9 resolved',
    'line 10 greeted',
    'line 11 greeted',
    'line 11 empathy_shown',
    'line 12 empathy_shown',
    'line 13 identity_verified',
    'line 15 identity_verified',
    'line 16 contact_reason',
  ],
};

function readKit(name: string): Kit {
  const parsed = parseKitFile(readFileSync(new URL(`${name}/kit.yaml`, KITS), 'utf8'));
  const checked = 'faults' in parsed ? parsed : checkKit(parsed.value, parsed.lineOf);
  if ('kit' in checked) return checked.kit;
  throw new Error(`${name} is not a valid kit`);
}

describe('the example kits', async () => {
  const read = await openModel(READER_FILES);
  const names = readdirSync(KITS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(names.map(({ name }) => name))(
    '%s: every golden answer is right, says that it is unclear, or is a known mistake',
    { timeout: 240_000 },
    async (name) => {
      const kit = readKit(name);
      const wrong: string[] = [];
      for (const { line, input, expected } of await readGolden(kit, new URL(`${name}/golden.jsonl`, KITS).pathname)) {
        const conversation = readConversation(kit, input);
        const { outcomes } = await answerBricks(
          evaluateRead,
          kit,
          { keys: kit.bricks.map(({ key }) => key) },
          conversation,
          {
            read,
            lexical: new Set(),
          },
        );
        for (const { key, value, confidence } of outcomes) {
          const right = expected[key];
          const brick = kit.bricks.find((each) => each.key === key);
          if (right === undefined || right === null || brick === undefined || confidence < ABSTAINED) continue;
          if (!brickType(brick).isRight(brick, right, value)) wrong.push(`line ${line} ${key}`);
        }
      }
      expect(wrong).toEqual(KNOWN_WRONG[name] ?? []);
    },
  );
});
