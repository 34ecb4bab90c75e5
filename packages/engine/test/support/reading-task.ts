/** A question that the reader answers with 3. */
export const READING = {
  kit: {
    kit: 'claims',
    input: { fields: { transcript: { type: 'conversation' as const, required: true } } },
    bricks: [{ key: 'rooms', type: 'numeric' as const, question: 'How many rooms are wet?', min: 0, max: 100 }],
  },
  input: {
    transcript: [
      'Agent: Thank you for calling Ridge Insurance, this is Ana. How can I help you?',
      'Customer: I need help with my claim, there is water in my flat.',
      'Agent: I am sorry. How many rooms are wet, and since when?',
      'Customer: Three rooms, since about five in the morning.',
    ].join('\n'),
  },
  keys: ['rooms'],
};
