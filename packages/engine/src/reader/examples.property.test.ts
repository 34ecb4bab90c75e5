/** The example kits: their golden conversations, answered from recorded readings, and a few that are read here. */
import { describe, expect, it } from 'vitest';
import { drawn } from '../../../../test/support/draws.ts';
import { answersOf, EXAMPLE_KITS, readExample } from '../../test/support/example-kits.ts';
import { replayReadings } from '../../test/support/recorded-readings.ts';
import type { BrickOutcome } from '../bricks/brick-outcome.ts';
import { isRight } from '../golden/judge-answer.ts';
import { openReaders } from './open-readers.ts';

/** Below this an answer claims next to nothing. */
const ABSTAINED = 0.7;

/** What is still answered wrong with some confidence; a change that fixes one takes it off the list. */
const KNOWN_WRONG: Readonly<Record<string, readonly string[]>> = {
  'churn-risk': ['line 10 obstructed', 'line 13 cancel_requested', 'line 13 obstructed'],
  'compliance-disclosure': ['line 11 company_named', 'line 11 recording_disclosed'],
  'email-triage': ['line 9 blamed_sender', 'line 9 customer_upset', 'line 12 phone_number'],
  'interview-scorecard': ['line 9 ownership', 'line 14 leads_by_example', 'line 14 led_people'],
  'sales-discovery': ['line 10 champion', 'line 12 champion'],
  'support-qa': [
    'line 9 resolved',
    'line 10 greeted',
    'line 11 empathy_shown',
    'line 11 greeted',
    'line 13 identity_verified',
    'line 15 identity_verified',
  ],
};

const claims = ({ confidence, applicability }: BrickOutcome) =>
  confidence >= ABSTAINED && applicability !== 'abstained';

const lengthOf = ({ input }: { input: unknown }) => JSON.stringify(input).length;

const openReader = async () => openReaders();

describe('the example kits', () => {
  const replay = replayReadings(openReader);

  it.each(EXAMPLE_KITS)(
    '%s: every golden answer is right, says that it is unclear, or is a known mistake',
    { timeout: 600_000 }, // A minute of CPU where nothing is recorded.
    async (name) => {
      const { kit, golden } = await readExample(name);
      const wrong: string[] = [];
      for (const line of golden)
        for (const outcome of (await answersOf(replay.read, kit, line)).filter(claims)) {
          const right = line.expected[outcome.key];
          const brick = kit.bricks.find(({ key }) => key === outcome.key);
          if (right === undefined || brick === undefined) continue;
          if (!isRight(brick, right, outcome.value)) wrong.push(`line ${line.line} ${outcome.key}`);
        }
      expect(wrong.toSorted()).toEqual((KNOWN_WRONG[name] ?? []).toSorted());
    },
  );

  it('have recorded readings, and the model answers as they do', { timeout: 600_000 }, async () => {
    const read = await openReader();
    const same: string[] = [];
    const other: string[] = [];
    for (const name of drawn(EXAMPLE_KITS, 0)) {
      const { kit, golden } = await readExample(name);
      // The shortest: reading takes as long as the conversation, and what is compared is the way from it to an answer.
      const [line] = golden.toSorted((a, b) => lengthOf(a) - lengthOf(b));
      if (line === undefined) throw new Error(`${name} has no golden conversation`);
      const recorded = new Map((await answersOf(replay.read, kit, line)).map((outcome) => [outcome.key, outcome]));
      for (const outcome of (await answersOf(read, kit, line)).filter(claims))
        (JSON.stringify(outcome.value) === JSON.stringify(recorded.get(outcome.key)?.value) ? same : other).push(
          `${name} ${outcome.key}`,
        );
    }
    // Processors round differently.
    expect(other.length, other.join(', ')).toBeLessThanOrEqual(same.length / 20);
    expect(replay.unrecorded(), 'not recorded: run `npm run record-readings` and commit what it writes').toBe(0);
  });
});
