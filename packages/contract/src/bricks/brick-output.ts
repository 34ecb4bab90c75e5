/** What a run returns for one brick, declared once. The server uses these types; a test compares the client's with them. */
import { z } from 'zod';
import { BASES } from '../vocabulary.ts';

export const brickValue = z.union([z.string(), z.number(), z.boolean()], 'must be a text, a number, true or false');

export const evidenceSpan = z
  .object({
    text: z.string(),
    turn: z.number().int(),
    speaker: z.string().exactOptional(),
    start: z.number().int(),
    end: z.number().int(),
  })
  .meta({ id: 'EvidenceSpan', description: 'A verbatim slice and its position in the normalised conversation.' });

export const knowledgeRef = z
  .object({ name: z.string(), passage: z.number().int().describe('Counted from 1.'), text: z.string() })
  .meta({ id: 'KnowledgeRef', description: 'A passage of a knowledge text of the kit.' });

export const brickOutput = z
  .object({
    value: brickValue,
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
  })
  .meta({ id: 'BrickOutput' });

export type BrickValue = z.infer<typeof brickValue>;
export type EvidenceSpan = z.infer<typeof evidenceSpan>;
export type KnowledgeRef = z.infer<typeof knowledgeRef>;
export type BrickOutput = z.infer<typeof brickOutput>;
