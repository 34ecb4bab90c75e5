/**
 * Whether asking a model the bricks of conditions first saves tokens: the kit of `cost`, some of whose bricks wait for the reason of the
 * call. Both ways are measured for each case, in tokens at the price of uncached input, and the engine must choose the cheaper one.
 */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { normaliseConversation } from '@brickwork/engine/conversation/normalise';
import { savesTokens } from '@brickwork/engine/evaluation/saves-tokens';
import type { ModelEngine } from '@brickwork/engine/model/model-engine';
import { conversationOf } from './support/conversations.ts';
import { type Charged, type FakeModel, startFakeModel } from './support/fake-model.ts';
import { openEngine } from './support/open-engine.ts';
import { atMost, type Line, type Result } from './support/result.ts';
import { SCORECARD } from './support/scorecard.ts';

const CONVERSATIONS = 10;
/** Far more than all prompts of a run: what is not cached was never seen. */
const MEMORY_TOKENS = 5_000_000;
/** The price table of the service where an operator names none: input 1, cached 0.1, output 4. */
const PRICES = { cached: 0.1, output: 4 };
/** As in the golden sets of the example kits, where 131 of 346 answers to conditional bricks are "does not apply". */
const SKIPPED_SHARE = 0.4;
const CASES = [10, 20].flatMap((bricks) =>
  [5, 10, 15].flatMap((waiting) => [5_000, 40_000].map((bytes) => ({ bricks, waiting, bytes }))),
);

export async function conditions(): Promise<Result> {
  const model = await startFakeModel({ latencyMs: 0, memoryTokens: MEMORY_TOKENS });
  const engine = openEngine(model.url, 2);
  const lines: Line[] = [];
  let worst = 0;
  for (const { bricks, waiting, bytes } of CASES) {
    if (waiting >= bricks) continue;
    const kit = { ...SCORECARD, bricks: SCORECARD.bricks.slice(0, bricks) };
    const ready = kit.bricks.slice(0, -waiting);
    const later = kit.bricks.slice(-waiting);
    const applying = later.slice(0, waiting * (1 - SKIPPED_SHARE));
    const once = await spend(model, engine, { kit, bytes, rounds: [kit.bricks] });
    const first = await spend(model, engine, { kit, bytes, rounds: [ready, applying] });
    const isChosen = savesTokens(ready, later, conversation(0, bytes));
    const [chosen, other] = isChosen ? [first, once] : [once, first];
    worst = Math.max(worst, priceOf(chosen) / priceOf(other));
    lines.push({
      what: `${waiting} of ${bricks} bricks wait, two in five of them do not apply, ${bytes / 1_000} KB`,
      value: `conditions first ${shown(first)}; at once ${shown(once)}: ${percent(priceOf(first) / priceOf(once) - 1)}; the engine asks ${isChosen ? 'conditions first' : 'at once'}`,
    });
  }
  await model.stop();
  return {
    name: 'conditions',
    title: `Conditions on a model: asked first or all at once, per conversation; input 1, cached ${PRICES.cached}, output ${PRICES.output}`,
    lines: [...lines, atMost('cost of the way that the engine chooses ÷ the other, at worst', worst, 1.02)],
  };
}

interface Way {
  kit: KitDocument;
  bytes: number;
  rounds: readonly (readonly BrickDocument[])[];
}

async function spend(model: FakeModel, engine: ModelEngine, { kit, bytes, rounds }: Way): Promise<Charged> {
  model.settle();
  for (let index = 0; index < CONVERSATIONS; index += 1) {
    for (const bricks of rounds) {
      await engine.answer({
        kit,
        bricks,
        conversation: conversation(index, bytes),
        input: {},
        model: 'auto',
        signal: undefined,
        onUsage: () => {},
      });
    }
  }
  return model.settle();
}

function conversation(index: number, bytes: number) {
  return normaliseConversation(conversationOf(index, bytes), {
    field: 'transcript',
    format: undefined,
    sides: undefined,
  });
}

function priceOf({ input, cached, output }: Charged): number {
  return input - cached + cached * PRICES.cached + output * PRICES.output;
}

const each = (count: number) => Math.round(count / CONVERSATIONS).toLocaleString('en');
const shown = (spent: Charged) =>
  `${count(spent.calls / CONVERSATIONS)}, ${each(spent.input)} in (${each(spent.cached)} cached), ${each(spent.output)} out = ${each(priceOf(spent))}`;
const count = (calls: number) => (calls === 1 ? '1 call' : `${calls} calls`);
const percent = (share: number) => `${share > 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(0)} %`;
