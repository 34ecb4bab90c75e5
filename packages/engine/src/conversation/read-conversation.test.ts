import { describe, expect, it } from 'vitest';
import { readConversation } from './read-conversation.ts';

const CALL = 'Bob: hello\nAnn: hi';

describe('readConversation', () => {
  it('reads `transcript` unless the kit names another field', () => {
    expect(readConversation({}, { transcript: CALL }).turns).toHaveLength(2);
    const kit = { input: { fields: { note: { type: 'string' }, chat: { type: 'conversation' } } } } as const;
    expect(readConversation(kit, { chat: CALL, note: 'x' }).turns).toHaveLength(2);
    expect(() => readConversation(kit, { transcript: CALL })).toThrow('chat is required');
    expect(() => readConversation(kit, { chat: [{ text: 1 }] })).toThrow('chat[0].text must be a string');
  });

  it('takes the format and the sides from beside it', () => {
    expect(readConversation({}, { transcript: CALL, format: 'plain' }).turns).toHaveLength(1);
    expect(
      readConversation({}, { transcript: CALL, speakers: { bob: 'Agent' } }).turns.map(({ side }) => side),
    ).toEqual(['agent', 'customer']);
  });

  it('names what is wrong beside it', () => {
    const wrong = (beside: object) => () => readConversation({}, { transcript: CALL, ...beside });
    expect(wrong({ format: 'mp3' })).toThrow(/^format must be one of plain, labelled/);
    expect(wrong({ speakers: ['Bob'] })).toThrow('speakers must be an object');
    expect(wrong({ speakers: { Bob: 'agent', Ann: 'boss' } })).toThrow('speakers[1] must be "agent" or "customer"');
  });

  it('leaves a field alone that the kit has for itself', () => {
    const fields = {
      transcript: { type: 'conversation' },
      format: { type: 'string' },
      speakers: { type: 'number' },
    } as const;
    expect(
      readConversation({ input: { fields } }, { transcript: CALL, format: 'mp3', speakers: 2 }).turns,
    ).toHaveLength(2);
  });
});
