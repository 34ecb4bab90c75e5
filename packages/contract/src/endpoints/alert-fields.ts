/** What alerts and canaries have in common. */
import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { ALERT_STATES } from '../vocabulary.ts';

export const watchedName = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, _ and -, 63 at most'),
});

/** A rule, the state that it is in, and what the last check found. */
export const watchedShape = <Rule extends z.ZodType, Finding extends z.ZodType>(rule: Rule, finding: Finding) => ({
  name: z.string(),
  kit_id: z.string(),
  kit_code: z.string(),
  rule,
  state: z.enum(ALERT_STATES),
  since: timestamp.describe('When the state was last changed.'),
  checked_at: timestamp.optional(),
  found: finding.optional().describe('What the last check found.'),
  problem: z.string().optional().describe('Why the last check had no result.'),
  created_at: timestamp,
  updated_at: timestamp,
});

/** When it was raised or resolved, with what was found then. */
export const changeShape = <Finding extends z.ZodType>(finding: Finding) => ({
  event_id: z.string().describe('`evt_…`, the event of this change.'),
  at: timestamp,
  state: z.enum(ALERT_STATES).describe('The state from then on.'),
  found: finding.optional(),
});
