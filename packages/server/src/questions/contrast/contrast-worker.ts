/** The thread that reads the calls of one contrast: the event loop never waits for it. */
import { parentPort } from 'node:worker_threads';
import type { KitDocument } from '@brickwork/contract';
import type { Side } from '@brickwork/engine/conversation/conversation';
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { PhraseCounts } from './count-phrases.ts';
import { type OverRepresented, overRepresented } from './over-represented.ts';

export interface ContrastCall {
  /** Its number among those of the first side; undefined for the other side. */
  inside: number | undefined;
  kit: Pick<KitDocument, 'input' | 'speakers'>;
  input: string;
  agents: readonly string[];
  rules: Readonly<Record<string, Side>>;
}

export type ContrastMessage = { calls: ContrastCall[]; side: Side | 'all' } | { most: number };

export type ContrastReply =
  | { read: number }
  | { phrases: OverRepresented[]; calls: { inside: number; against: number }; unread: number };

const counts = new PhraseCounts();
let unread = 0;

function textOf({ kit, input, agents, rules }: ContrastCall, side: Side | 'all'): string | undefined {
  try {
    const { turns } = readConversation(kit, JSON.parse(input) as Record<string, unknown>, { agents, rules });
    // If the sides are not known, everything counts: a mail from one person has no agent.
    const isKnown = turns.some((turn) => turn.side !== undefined);
    const own = side === 'all' || !isKnown ? turns : turns.filter((turn) => turn.side === side);
    return own.map(({ text }) => text).join('\n');
  } catch {
    return undefined;
  }
}

parentPort?.on('message', (message: ContrastMessage) => {
  if ('most' in message) {
    const phrases = overRepresented(counts.counts(), counts, message.most);
    parentPort?.postMessage({ phrases, calls: counts.calls, unread } satisfies ContrastReply);
    return;
  }
  for (const call of message.calls) {
    const text = textOf(call, message.side);
    if (text === undefined) unread += 1;
    else if (call.inside === undefined) counts.addAgainst(text);
    else counts.addInside(call.inside, text);
  }
  parentPort?.postMessage({ read: message.calls.length } satisfies ContrastReply);
});
