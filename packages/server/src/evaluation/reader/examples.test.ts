import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConversation } from '../../conversation/read-conversation.ts';
import { checkKit } from '../../kits/check-kit.ts';
import type { Kit } from '../../kits/normalise-kit.ts';
import { parseKitFile } from '../../kits/parse-kit-file.ts';
import { answerBricks } from '../answer-bricks.ts';
import { type AnswerLocally, evaluateKit } from '../evaluate-kit.ts';
import { isRight } from '../golden/judge-answer.ts';
import { readGolden } from '../golden/read-golden.ts';
import { evaluateRead } from './evaluate-read.ts';
import { openModel } from './open-model.ts';
import { READER_FILES } from './reader-files.ts';

const KITS = new URL('../../../../../examples/kits/', import.meta.url);
/** Below this an answer claims next to nothing. */
const ABSTAINED = 0.65;

/** What is still answered wrong with some confidence; a change that fixes one takes it off the list. */
const KNOWN_WRONG: Readonly<Record<string, readonly string[]>> = {
  'compliance-disclosure': ['line 5 company_named', 'line 11 company_named', 'line 11 recording_disclosed'],
  'email-triage': ['line 9 blamed_sender', 'line 9 customer_upset', 'line 15 customer_upset'],
  'interview-scorecard': ['line 9 ownership', 'line 12 leads_by_example', 'line 13 invited_questions'],
  'sales-discovery': ['line 4 metrics_named', 'line 5 metrics_named', 'line 10 metrics_named'],
  'support-qa': [
    'line 5 promised_date_kept_to_policy',
    'line 9 resolved',
    'line 10 greeted',
    'line 11 empathy_shown',
    'line 11 greeted',
    'line 12 empathy_shown',
    'line 13 identity_verified',
    'line 16 promised_date_kept_to_policy',
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
  const local: AnswerLocally = ({ kit, input, keys, known }) =>
    answerBricks(evaluateRead, kit, { keys, known }, readConversation(kit, input), { read, lexical: new Set() });
  const names = readdirSync(KITS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  it.each(names.map(({ name }) => name))(
    '%s: every golden answer is right, says that it is unclear, or is a known mistake',
    { timeout: 600_000 }, // Fifteen seconds of CPU, which others may want too.
    async (name) => {
      const kit = readKit(name);
      const wrong: string[] = [];
      for (const { line, input, expected } of await readGolden(kit, new URL(`${name}/golden.jsonl`, KITS).pathname)) {
        for (const { key, value, confidence, applicability } of (await evaluateKit({ local }, { kit, input }))
          .outcomes) {
          const right = expected[key];
          const brick = kit.bricks.find((each) => each.key === key);
          if (right === undefined || brick === undefined) continue;
          if (confidence < ABSTAINED || applicability === 'abstained') continue;
          if (!isRight(brick, right, value)) wrong.push(`line ${line} ${key}`);
        }
      }
      expect(wrong.toSorted()).toEqual((KNOWN_WRONG[name] ?? []).toSorted());
    },
  );
});
