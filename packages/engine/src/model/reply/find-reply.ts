/**
 * The one object in a model's reply that answers this call: it must be complete, strictly JSON, at the top level and echo the call's nonce.
 * Reasoning and code fences around it are passed over. An object planted in the conversation cannot know the nonce.
 */
import { z } from 'zod';
import { readStrictJson } from './strict-json.ts';

export type FoundReply =
  | { ok: true; answers: readonly unknown[] }
  /** `cut`: the text ends inside of an object. */
  | { ok: false; why: 'none' | 'several' | 'duplicate_keys' | 'cut' };

const envelope = z.object({ nonce: z.string(), answers: z.array(z.unknown()) });

export function findReply(text: string, nonce: string): FoundReply {
  const spoken = withoutReasoning(text);
  const found: unknown[][] = [];
  let why: 'none' | 'duplicate_keys' | 'cut' = 'none';
  let at = spoken.indexOf('{');
  while (at >= 0) {
    const read = readStrictJson(spoken, at);
    if (read.ok) {
      const reply = envelope.safeParse(read.value);
      if (reply.success && reply.data.nonce === nonce) found.push(reply.data.answers);
      at = spoken.indexOf('{', read.end);
    } else {
      if (read.isDuplicate) why = 'duplicate_keys';
      else if (read.isCutOff) why = 'cut';
      // Text after the fault may still be inside the broken object: only the text after that object counts.
      at = read.isCutOff ? -1 : afterBroken(spoken, at, read.at);
    }
  }
  const [answers, ...others] = found;
  if (answers === undefined) return { ok: false, why };
  return others.length > 0 ? { ok: false, why: 'several' } : { ok: true, answers };
}

/** Models that show their reasoning do so first, between tags; the opening tag is sometimes missing. */
function withoutReasoning(text: string): string {
  if (/^\s*(?:\{|```)/.test(text)) return text;
  const closed = /^[\s\S]*?<\/(?:think|thinking|reasoning)>/i.exec(text);
  if (closed !== null) return text.slice(closed[0].length);
  return /^\s*<(?:think|thinking|reasoning)>/i.test(text) ? '' : text;
}

/** The next object after a broken one: braces are counted, strings passed over, so that nothing nested is taken for a reply. */
function afterBroken(text: string, start: number, fault: number): number {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return text.indexOf('{', Math.max(at, fault));
    }
  }
  return -1;
}
