import type { Conversation } from '@brickwork/client';
import { expect, it, vi } from 'vitest';
import { showConversation } from '../src/runs/show-conversation.ts';

it('shows what is not evaluated in its place, named', () => {
  const lines: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  const turn = (index: number, speaker: string, text: string) => ({ index, speaker, text, start: 0, end: text.length });
  const conversation: Conversation = {
    format: 'turns',
    turns: [
      { ...turn(0, 'Ava', 'Hello.'), kind: 'bot' },
      { ...turn(1, 'Dana', 'Hi.'), side: 'agent', edited: true },
      { ...turn(2, 'Customer', 'Bye.'), side: 'customer' },
    ],
    left_out: [
      { kind: 'note', text: 'be careful\u001b[2J', speaker: 'Dana', before: 1 },
      { kind: 'deleted', text: '', before: 3 },
    ],
  };
  try {
    showConversation(conversation);
  } finally {
    stdout.mockRestore();
  }
  expect(lines.join('')).toBe(
    'Ava (bot): Hello.\n[note, Dana] be careful[2J\nDana (agent, edited): Hi.\nCustomer: Bye.\n[deleted]\n',
  );
});
