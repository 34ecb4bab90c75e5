/**
 * The first evaluation in a new thread takes ten times as long as later ones, since code is compiled and libraries initialise
 * on first use. One small call with bricks of each type does that before a run needs the thread.
 */
import type { KitDocument } from '@brickwork/contract/kit';
import type { LocalTask } from './evaluate-kit.ts';
import type { serveEvaluations } from './serve-evaluations.ts';

const KIT: KitDocument = {
  kit: 'warm_up',
  input: { fields: { transcript: { type: 'conversation', required: true } } },
  bricks: [
    { key: 'asked', type: 'boolean', question: 'Did the agent ask for the account number?' },
    { key: 'solved', type: 'boolean', question: 'Was the problem solved?', hints: { keywords: ['all set'] } },
    { key: 'mood', type: 'numeric', question: 'How satisfied is the customer?', min: 1, max: 5 },
    { key: 'talk', type: 'numeric', metric: 'talk_ratio', speaker: 'agent' },
    {
      key: 'reason',
      type: 'categorical',
      question: 'Why did the customer call?',
      categories: [
        { value: 'bill', description: 'The customer wants to pay a bill.' },
        { value: 'card', description: 'The customer lost a card and wants a new one.' },
        { value: 'other', description: 'None of the others.' },
      ],
    },
    ...(['name', 'money', 'phone', 'email', 'date', 'time', 'id', 'summary'] as const).map((extract) => ({
      key: extract,
      type: 'text' as const,
      question: `What is the ${extract}?`,
      extract,
      asked_as: ['your'],
    })),
  ],
};

const TRANSCRIPT = `Agent: Hello, this is Ann. What is your account number?
Customer: Hi, my name is Bo Lee, it is 4 4 7 1. I'd like to pay my bill of $40.50.
Agent: And your phone number and email, please?
Customer: 555 010 2030, bo@example.com. Can you do it on March 3rd at 2:30 pm?
Agent: Sure, that is booked, you are all set.
Customer: It works now, thank you so much!`;

export async function warmUp(serve: ReturnType<typeof serveEvaluations>): Promise<void> {
  const task: LocalTask = { kit: KIT, input: { transcript: TRANSCRIPT }, keys: KIT.bricks.map(({ key }) => key) };
  await serve(task);
}
