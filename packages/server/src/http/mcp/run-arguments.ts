/** Arguments of tools that say which runs are meant, and how they are shown. */
import { z } from 'zod';

export const as = z
  .enum(['given', 'reviewed'])
  .optional()
  .describe('`reviewed`: the answers with reviewers’ corrections and everything that follows from them');

export const mask = z
  .boolean()
  .optional()
  .describe('Replace people’s names, numbers and addresses by placeholders such as <PERSON_1>');

export const dimensions = z
  .record(z.string(), z.string())
  .optional()
  .describe('Values of dimensions such as {"team": "Porto", "agent": "Ann"}; list_dimension_values suggests them');

export const where = z
  .record(z.string().regex(/^(answer|confidence|metadata)\../), z.string())
  .optional()
  .describe(
    'Conditions such as {"answer.resolved": "false", "answer.score": "lt:60", "confidence.resolved": "lt:0.7", "metadata.team": "emea"}; those on answers need a kit',
  );
