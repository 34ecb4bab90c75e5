/** The same questions about what was said and about what was heard. */
import type { SoundFacts } from '@brickwork/audio/sound/listen';
import { type ChannelWord, toConversation } from '@brickwork/audio/to-conversation';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import type { ReadModel } from '@brickwork/engine/reader/reading';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { isRight } from '../quality/is-right.ts';
import type { SpokenCall } from './spoken-calls.ts';

export interface Judged {
  isRight: boolean;
  confidence: number;
}

const engine = createReadingEngine();

export async function judge(
  { kit, bricks }: SpokenCall,
  conversation: Conversation,
  read: ReadModel,
): Promise<Judged[]> {
  const documents = bricks.map(({ brick }) => brick);
  const { outcomes } = await engine({ kit, bricks: [] }, documents, conversation, { read, lexical: new Set() });
  return bricks.map((label, at) => {
    const { value = null, confidence = 0 } = outcomes[at] ?? {};
    return { isRight: isRight(label, value), confidence };
  });
}

/** As a run gets it from a recording with a channel for each side. */
export function conversationOf(words: readonly ChannelWord[], sound: SoundFacts): Conversation {
  const { turns: heard } = toConversation(words, sound, { sides: ['agent', 'customer'] });
  let text = '';
  const turns = heard.map((turn, index) => {
    const start = text.length;
    text += `${turn.text}\n`;
    const side = 'side' in turn ? turn.side : undefined;
    const speaker = 'speaker' in turn ? turn.speaker : 'hold';
    return { index, speaker, text: turn.text, start, end: text.length - 1, ...(side !== undefined && { side }) };
  });
  return { text, turns, format: 'turns' };
}
