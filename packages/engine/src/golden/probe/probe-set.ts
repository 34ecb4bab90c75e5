/** A small kit and conversations with known answers: enough to decide within a minute whether a model can do the job. */
import type { BrickValue, KitDocument } from '@brickwork/contract/kit';

export const PROBE_KIT: KitDocument = {
  kit: 'probe',
  name: 'Probe',
  bricks: [
    { key: 'cancelled', type: 'boolean', question: 'Did the customer cancel the contract in this call?' },
    { key: 'refund_promised', type: 'boolean', question: 'Did the agent promise a refund?' },
    {
      key: 'reason',
      type: 'categorical',
      question: 'Why does the customer call?',
      categories: [
        { value: 'billing', description: 'a bill or a charge' },
        { value: 'delivery', description: 'a parcel or a date of delivery' },
        { value: 'technical', description: 'something that does not work' },
      ],
    },
    { key: 'amount', type: 'numeric', question: 'What amount in euros is the call about?', min: 0, max: 100_000 },
    { key: 'callback_day', type: 'text', question: 'On which day will the agent call back?' },
  ],
};

export interface ProbeCall {
  transcript: string;
  expected: Readonly<Record<string, BrickValue>>;
}

/** Each contains something that looks like the answer but is not: a threat that is not a cancellation, a refused day, another person's sum. */
export const PROBE_CALLS: readonly ProbeCall[] = [
  {
    transcript: `Agent: Northline, good morning.
Customer: You charged me 89 euros, and my neighbour pays 60. I was this close to cancelling, I can tell you.
Agent: I see the 89 euros. That was our mistake, you will get the whole sum back.
Customer: Good. Then I stay. Can you ring me on Monday to confirm?
Agent: Monday we are closed. I will ring you on Wednesday.`,
    expected: { cancelled: false, refund_promised: true, reason: 'billing', amount: 89, callback_day: 'Wednesday' },
  },
  {
    transcript: `Agent: Northline, how can I help?
Customer: The router has been dead since Friday. Your colleague said a new one costs 120 euros.
Agent: That is right, 120 euros. I cannot refund anything, I am sorry.
Customer: Then please end my contract. Today.
Agent: Done, it is cancelled. I will call you back on Thursday with the final bill.`,
    expected: { cancelled: true, refund_promised: false, reason: 'technical', amount: 120, callback_day: 'Thursday' },
  },
  {
    transcript: `Agent: Northline, hello.
Customer: My parcel worth 45 euros was due on Tuesday and never came.
Agent: It is at the depot. If it is lost, somebody else decides about money, not I.
Customer: I am not asking to cancel, I only want my parcel.
Agent: I will ring you on Friday and say where it is.`,
    expected: { cancelled: false, refund_promised: false, reason: 'delivery', amount: 45, callback_day: 'Friday' },
  },
];
