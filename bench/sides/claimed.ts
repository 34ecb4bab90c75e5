/**
 * How many sides are claimed with 0.9 or more on ordinary conversations of two people with honest labels, whole and cut after a few words, and how many of those are wrong:
 * a limit on certainty must not be bought by never being certain.
 *
 *   node bench/sides/claimed.ts PATH…
 */
import type { Turn } from '@brickwork/engine/conversation/conversation';
import { assignSides } from '@brickwork/engine/conversation/sides/assign-sides';
import { readSets, type SidedConversation } from './labelled-sets.ts';

const SURE = 0.9;
const PAIRS = ['Agent/Customer', 'Assistant/User', 'Agent/Tom', 'Assistant/Tom', 'Dana/Customer', 'Dana/Tom'];
const CUTS = [Number.POSITIVE_INFINITY, 40, 20];

const conversations = readSets(process.argv.slice(2)).filter(({ isFitted, sides }) => !isFitted && sides.size === 2);
console.log('words at most   labels            speakers  claimed   wrong');
for (const most of CUTS) {
  for (const pair of PAIRS) {
    const [agent = '', customer = ''] = pair.split('/');
    const speakers = conversations
      .map((conversation) => cut(conversation, most, { agent, customer }))
      .filter((turns) => new Set(turns.map(({ speaker }) => speaker)).size === 2)
      .flatMap((turns) => assignSides(turns).speakers);
    const claimed = speakers.filter(({ probability }) => probability >= SURE);
    const wrong = claimed.filter(({ label, side }) => (side === 'agent') !== (label === agent));
    const share = (claimed.length / Math.max(1, speakers.length)).toFixed(3);
    console.log(
      `${String(most).padEnd(16)}${pair.padEnd(18)}${String(speakers.length).padStart(8)}${share.padStart(9)}${String(wrong.length).padStart(8)}`,
    );
  }
}

function cut({ turns, sides }: SidedConversation, most: number, labels: { agent: string; customer: string }): Turn[] {
  const kept: Turn[] = [];
  let words = 0;
  for (const { speaker, text } of turns) {
    const side = sides.get(speaker);
    if (side === undefined) continue;
    words += text.split(/\s+/u).length;
    if (words > most) break;
    kept.push({ index: kept.length, speaker: labels[side], text, start: 0, end: 0 });
  }
  return kept;
}
