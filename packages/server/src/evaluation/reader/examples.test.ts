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
  'churn-risk': [
    'line 6 cancel_requested',
    'line 6 leaving_date',
    'line 6 obstructed',
    'line 7 churn_reason',
    'line 9 leaving_date',
    'line 12 reason_asked',
    'line 13 leaving_date',
    'line 14 cancel_requested',
    'line 14 leaving_date',
    'line 14 obstructed',
    'line 16 cancel_requested',
    'line 16 obstructed',
  ],
  'compliance-disclosure': [
    'line 5 company_named',
    'line 11 recording_disclosed',
    'line 11 company_named',
    'line 12 payment_promised',
    'line 13 call_type',
    'line 13 identity_verified',
    'line 13 debt_disclosure',
    'line 13 consent',
    'line 13 payment_promised',
    'line 15 identity_verified',
  ],
  'email-triage': [
    'line 5 urgency',
    'line 5 deadline',
    'line 6 answered',
    'line 7 time_named',
    'line 8 urgency',
    'line 8 deadline',
    'line 9 urgency',
    'line 9 customer_upset',
    'line 9 deadline',
    'line 10 urgency',
    'line 10 deadline',
    'line 12 phone_number',
    'line 13 urgency',
    'line 13 deadline',
    'line 15 customer_upset',
  ],
  'interview-scorecard': [
    'line 6 invited_questions',
    'line 8 invited_questions',
    'line 9 ownership',
    'line 10 invited_questions',
    'line 13 asked_about_failure',
    'line 13 ownership',
    'line 13 invited_questions',
    'line 14 led_people',
    'line 14 leads_by_example',
  ],
  'sales-discovery': [
    'line 4 metrics_named',
    'line 4 decision_date',
    'line 4 next_step',
    'line 5 metrics_named',
    'line 5 decision_date',
    'line 6 current_solution',
    'line 7 budget',
    'line 10 metrics_named',
    'line 12 decision_date',
    'line 14 decision_date',
  ],
  'support-qa': [
    'line 5 promised_date_kept_to_policy',
    'line 6 promised_date_kept_to_policy',
    'line 9 resolved',
    'line 10 greeted',
    'line 11 greeted',
    'line 11 empathy_shown',
    'line 11 promised_date_kept_to_policy',
    'line 12 empathy_shown',
    'line 13 identity_verified',
    'line 16 contact_reason',
    'line 16 refund_policy_explained',
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
    { timeout: 240_000 },
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
