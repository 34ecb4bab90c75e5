import { describe, expect, it } from 'vitest';
import { readConversation } from '../../conversation/read-conversation.ts';
import { annotateConversation } from '../text/annotate-conversation.ts';
import { createTermTable } from '../text/term-table.ts';
import { readMood } from './read-mood.ts';

const moodOf = (...lines: string[]) =>
  readMood(annotateConversation(readConversation({}, { transcript: lines.join('\n') }), createTermTable()).segments);
const opening = [
  'Agent: How can I help?',
  'Customer: I was charged twice.',
  'Agent: I have refunded the second charge.',
];

describe('readMood', () => {
  it('rises with warm thanks at the end, and says so', () => {
    const thanked = moodOf(...opening, 'Customer: That solves it. Thank you so much!');
    expect(thanked.score).toBeGreaterThan(0.5);
    expect(thanked.signs).toBe('The customer says thank you warmly at the end.');
    expect(moodOf(...opening, 'Customer: All right.').score).toBeLessThan(0.5);
  });

  it('is not fooled by thanks in an angry end', () => {
    const angry = moodOf(...opening, 'Customer: Thanks a lot, this is ridiculous and useless.');
    expect(angry.signs).toBe('The customer uses unfriendly words.');
    expect(angry.score).toBeLessThan(0.5);
  });
});
