/** Conversations of about 5 KB, each with its own number, and the kits that are run over them. */
export const SMALL_KIT = {
  kit: 'bench_small',
  name: 'Call shape',
  bricks: [
    { key: 'turns', type: 'numeric', metric: 'turn_count' },
    { key: 'agent_words', type: 'numeric', metric: 'word_count', speaker: 'agent' },
  ],
};

const EXCHANGE = [
  'Agent: Good morning, thank you for calling. My name is Maria, how can I help you today?',
  'Customer: Hello. I ordered a coffee machine two weeks ago and it still has not arrived, and nobody answers my mails.',
  'Agent: I am sorry to hear that. May I have your order number, please, so that I can look into it right away?',
  'Customer: Yes, it is 4711-0815. I was promised delivery within three days, which is why I chose your shop at all.',
  'Agent: Thank you. I can see that the parcel left our warehouse on Monday and was returned because the address was incomplete.',
  'Customer: The address is the same as ever. This is really frustrating, I have been a customer for six years now.',
  'Agent: I understand, and I apologise. I will send a new one by express today and refund the shipping of 9.90 euros.',
  'Customer: All right. When will it be here? I am not at home on Thursday, so please not on Thursday.',
];

export function conversationOf(index: number, bytes = 5_000): string {
  const lines = [`Agent: This is call number ${index}.`];
  let length = 0;
  for (let turn = 0; length < bytes; turn += 1) {
    const line = EXCHANGE[turn % EXCHANGE.length] ?? '';
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}
