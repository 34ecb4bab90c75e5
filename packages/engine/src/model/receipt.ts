/** The raw replies of one evaluation, by the label of the call. With them an evaluation can be recomputed, byte for byte, without a call. */
import { MASK_CLASSES } from '@brickwork/contract/kit';
import { z } from 'zod';

const entry = z.union([
  z.object({ model: z.string(), text: z.string(), finish: z.enum(['stop', 'length']) }),
  /** The prompt was too long for the model: the conversation was split further. */
  z.object({ fault: z.enum(['too_long', 'refused']) }),
]);

export const receipt = z.object({
  /** Nonces are derived from it. */
  seed: z.string(),
  /** The limits used for the prompts: others would split the conversation differently. */
  limits: z.object({ contextTokens: z.number(), maxOutputTokens: z.number() }),
  /** What was masked in the prompts; the replies contain the placeholders. */
  mask: z.array(z.enum(MASK_CLASSES)).optional(),
  entries: z.record(z.string(), entry),
  /** Why another model was asked. */
  moves: z.array(z.string()).optional(),
});

export type ReceiptEntry = z.infer<typeof entry>;
export type Receipt = z.infer<typeof receipt>;
