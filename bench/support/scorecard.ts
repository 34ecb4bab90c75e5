/** A kit of twenty bricks, as a quality team would write it. */
import type { BrickDocument, KitDocument } from '@brickwork/contract';
import { requireKit } from '@brickwork/engine/kits/require-kit';

const yesNo = (key: string, question: string, trueWhen: string) => ({
  key,
  type: 'boolean',
  question,
  true_when: trueWhen,
});
const score = (key: string, question: string, instructions: string) => ({
  key,
  type: 'numeric',
  question,
  instructions,
  min: 1,
  max: 5,
  step: 1,
});
const choice = (key: string, question: string, values: readonly string[]) => ({
  key,
  type: 'categorical',
  question,
  categories: values.map((value) => ({ value, name: value.replaceAll('_', ' ') })),
});
const text = (key: string, question: string, instructions: string) => ({ key, type: 'text', question, instructions });

export const SCORECARD: KitDocument = requireKit({
  kit: 'bench_scorecard',
  name: 'Support scorecard',
  description: 'How a support call was handled, from greeting to close, and what it was about.',
  bricks: [
    yesNo('greeted', 'Did the agent greet the customer?', 'The agent opens with a greeting and gives a name.'),
    yesNo('identity_verified', 'Was the customer identified?', 'The agent asks for a number or a date and gets it.'),
    yesNo('empathy_shown', 'Did the agent show empathy?', 'The agent acknowledges the trouble in words of their own.'),
    yesNo('hold_announced', 'Was every hold announced?', 'The agent says why and for how long before each hold.'),
    yesNo(
      'solution_offered',
      'Was a solution offered?',
      'The agent proposes a concrete step that would end the trouble.',
    ),
    yesNo('resolved', 'Was the matter resolved in the call?', 'The customer confirms that nothing is left to do.'),
    yesNo(
      'escalation_asked',
      'Did the customer ask for a supervisor?',
      'The customer asks to speak to somebody higher.',
    ),
    yesNo('closed_kindly', 'Was the call closed kindly?', 'The agent thanks the customer and says goodbye.'),
    score('clarity', 'How clear were the explanations?', '1 is confusing, 3 needs questions, 5 is understood at once.'),
    score('patience', 'How patient was the agent?', '1 interrupts all the time, 3 now and then, 5 lets people finish.'),
    score('effort', 'How much effort did the customer have?', '1 is none, 3 is some repetition, 5 is a chase.'),
    score('overall', 'How well was the call handled?', 'Judge conduct and outcome, not the faults of the product.'),
    choice('reason', 'Why did the customer call?', ['delivery', 'billing', 'returns', 'technical', 'account', 'other']),
    choice('mood_at_start', 'How was the mood at the start?', ['angry', 'annoyed', 'neutral', 'friendly']),
    choice('mood_at_end', 'How was the mood at the end?', ['angry', 'annoyed', 'neutral', 'friendly']),
    choice('next_step', 'Who has to act next?', ['agent', 'customer', 'carrier', 'back_office', 'nobody']),
    choice('product', 'Which product is it about?', [
      'coffee_machine',
      'grinder',
      'accessories',
      'subscription',
      'other',
    ]),
    text('order_number', 'What is the order number?', 'As it was said, without spaces.'),
    text('promise', 'What did the agent promise?', 'The shortest words that hold the promise.'),
    text('summary', 'What happened?', 'One sentence that a colleague understands without the call.'),
  ],
});

export function validValueOf(brick: BrickDocument): string | number | boolean {
  switch (brick.type) {
    case 'boolean':
      return true;
    case 'numeric':
      return 3;
    case 'categorical':
      return brick.categories[0]?.value ?? '';
    case 'text':
      return 'Good morning';
  }
}
