/** What a run returns for one brick, declared once. The server uses these types; a test compares the client's with them. */
import { z } from 'zod';
import { APPLICABILITIES, BASES } from '../vocabulary.ts';

/** A single value, as labels and conditions name it. */
export const plainValue = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false');

/** What a run or a golden line gives: a list for a brick with `many`, null where the brick has no value. */
export const brickValue = z.union(
  [z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())],
  'must be a text, a number, true, false, null or a list of texts',
);

export const evidenceSpan = z
  .object({
    text: z.string(),
    turn: z.number().int(),
    speaker: z.string().exactOptional(),
    start: z.number().int(),
    end: z.number().int(),
    item: z.number().int().exactOptional().describe('For a list: the index of the item that the slice supports.'),
  })
  .meta({ id: 'EvidenceSpan', description: 'A verbatim slice and its position in the normalised conversation.' });

export const knowledgeRef = z
  .object({ name: z.string(), passage: z.number().int().describe('Counted from 1.'), text: z.string() })
  .meta({ id: 'KnowledgeRef', description: 'A passage of a knowledge text of the kit.' });

export const brickOutput = z
  .object({
    value: brickValue.describe(
      'A list for a brick with `many`. Null where `applicability` says why, or where nothing was said and the brick has `absent: null`.',
    ),
    applicability: z
      .enum(APPLICABILITIES)
      .exactOptional()
      .describe(
        'Why there is no value. `not_applicable`: its `applies_when` does not hold, or no item of its score applies. `abstained`: the engine is not sure (below `abstain_below`, a language it does not read, a guess, in a language that it reads less well, on which points or conditions depend, or a condition that is not sure). Absent on answers.',
      ),
    confidence: z.number().min(0).max(1).exactOptional(),
    basis: z
      .enum(BASES)
      .exactOptional()
      .describe('With `include=confidence_basis`: how the value was found. Absent on runs older than this field.'),
    reason: z.string().exactOptional(),
    evidence: z.array(z.string()).exactOptional().describe('Verbatim slices of the conversation.'),
    evidence_spans: z.array(evidenceSpan).exactOptional().describe('With `include=evidence_spans`.'),
    knowledge_refs: z
      .array(knowledgeRef)
      .exactOptional()
      .describe('Passages of the kit’s knowledge that the answer is based on.'),
    confidence_basis: z
      .looseObject({})
      .exactOptional()
      .describe('With `include=confidence_basis`: what a model’s confidence was computed from.'),
    reviewed: z
      .enum(['corrected', 'recomputed'])
      .exactOptional()
      .describe(
        'With `as=reviewed`, where the answer differs from what the kit gave: reviewers corrected it, or it follows from an answer that they corrected. A corrected answer has no confidence.',
      ),
  })
  .meta({ id: 'BrickOutput' });

export type PlainValue = z.infer<typeof plainValue>;
export type BrickValue = z.infer<typeof brickValue>;
export type EvidenceSpan = z.infer<typeof evidenceSpan>;
export type KnowledgeRef = z.infer<typeof knowledgeRef>;
export type BrickOutput = z.infer<typeof brickOutput>;
