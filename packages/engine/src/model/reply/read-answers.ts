/** The answers of a reply, key by key: each one whole and valid, or a fault that tells the model what to fix. */
import type { BrickDocument, BrickValue } from '@brickwork/contract/kit';
import { z } from 'zod';
import { brickType } from '../../bricks/brick-types.ts';
import { isMany } from '../../bricks/is-many.ts';

export interface ModelQuote {
  turn: number;
  text: string;
  /** For a list: the index of the item that it shows. */
  item?: number;
}

export interface RawAnswer {
  value: BrickValue;
  reason: string;
  quotes: ModelQuote[];
  /** The confidence that the model stated, if any. */
  stated: number | undefined;
  /** Ids of knowledge passages. */
  passages: string[];
}

export type ReadAnswer = { ok: true; answer: RawAnswer } | { ok: false; fault: string };

const MAX_REASON = 2_000;
const MAX_QUOTES = 20;
/** A list needs a quote for each item. */
const MAX_LIST_QUOTES = 200;

const item = z.object({
  key: z.string(),
  reason: z.string(),
  evidence: z
    .array(z.object({ turn: z.number().int(), quote: z.string(), item: z.number().int().nullish() }))
    .max(MAX_LIST_QUOTES),
  value: z.unknown(),
  confidence: z.number().min(0).max(1).nullish(),
  knowledge: z.array(z.string()).max(MAX_QUOTES).nullish(),
});

/** One entry for every brick of the request; other answers in the reply are ignored. */
export function readAnswers(
  answers: readonly unknown[],
  bricks: readonly BrickDocument[],
  source: string,
): Map<string, ReadAnswer> {
  const byKey = Map.groupBy(answers, keyOf);
  return new Map(bricks.map((brick) => [brick.key, readAnswer(byKey.get(brick.key) ?? [], brick, source)]));
}

function keyOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'key' in answer ? answer.key : undefined;
}

function readAnswer(given: readonly unknown[], brick: BrickDocument, source: string): ReadAnswer {
  if (given.length === 0) return { ok: false, fault: 'no answer was given' };
  if (given.length > 1) return { ok: false, fault: 'more than one answer was given' };
  const parsed = item.safeParse(given[0]);
  if (!parsed.success) return { ok: false, fault: `${fieldOf(parsed.error)} is missing or has a wrong form` };
  const { reason, evidence, value, confidence, knowledge } = parsed.data;
  if (!isMany(brick) && evidence.length > MAX_QUOTES)
    return { ok: false, fault: 'evidence is missing or has a wrong form' };
  const checked = brickType(brick).checkReply(brick, value, source);
  if (!checked.ok) return { ok: false, fault: `value ${checked.fault}` };
  return {
    ok: true,
    answer: {
      value: checked.value,
      reason: reason.trim().slice(0, MAX_REASON).toWellFormed(),
      quotes: evidence.map(({ turn, quote, item }) => ({
        turn,
        text: quote,
        ...(isMany(brick) && typeof item === 'number' && { item }),
      })),
      stated: confidence ?? undefined,
      passages: knowledge ?? [],
    },
  };
}

function fieldOf(error: z.ZodError): string {
  return String(error.issues[0]?.path[0] ?? 'the answer');
}
