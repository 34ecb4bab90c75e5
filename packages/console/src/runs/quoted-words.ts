/**
 * A “no” has evidence only where somebody denies it. Its reason still quotes what came closest: those words are found in
 * the conversation, so that they can be marked and read in their place.
 */
import type { Conversation, EvidenceSpan } from '@brickwork/client';
import type { BrickOutput } from '../api/runs.ts';

type Bricks = Readonly<Record<string, BrickOutput>>;

/** With the words that a reason quotes where an answer has no evidence. */
export function withQuoted(bricks: Bricks, conversation: Conversation | undefined): Bricks {
  if (conversation === undefined) return bricks;
  return Object.fromEntries(
    Object.entries(bricks).map(([key, brick]) => {
      if (brick.evidence?.length !== 0) return [key, brick];
      const spans = quotesOf(brick.reason ?? '').flatMap((quote) => spanOf(quote, conversation) ?? []);
      return spans.length === 0
        ? [key, brick]
        : [key, { ...brick, evidence: spans.map(({ text }) => text), evidence_spans: spans, is_closest: true }];
    }),
  );
}

function quotesOf(reason: string): string[] {
  return [...reason.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => quote);
}

/** A reason writes on one line, and cuts long quotes short. */
function spanOf(quote: string, { turns }: Conversation): EvidenceSpan | undefined {
  const words = quote
    .replace(/…$/, '')
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(words.join('\\s+'), 'u');
  for (const turn of turns) {
    const found = pattern.exec(turn.text);
    if (found === null || found[0] === '') continue;
    const start = turn.start + found.index;
    return {
      text: found[0],
      turn: turn.index,
      start,
      end: start + found[0].length,
      ...(turn.speaker !== undefined && { speaker: turn.speaker }),
    };
  }
  return undefined;
}
