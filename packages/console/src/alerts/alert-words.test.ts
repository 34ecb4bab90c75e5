import type { AlertRule, BrickSchema } from '@brickwork/client';
import { expect, it } from 'vitest';
import { describeRule } from './alert-words.ts';

const RULE: AlertRule = {
  kit: 'K7TQ2MXB',
  brick: 'contact_reason',
  aggregate: 'share',
  value: 'refund_late',
  above: 0.3,
  window: '7d',
};
const BRICK: BrickSchema = {
  brick_id: 'b',
  key: 'contact_reason',
  name: 'Contact reason',
  type: 'categorical',
  output_fields: [],
  categories: [{ value: 'other' }, { value: 'refund_late', name: 'Late refund' }],
};

it('a rule has the names that the kit gives its brick and its categories', () => {
  expect(describeRule(RULE, BRICK)).toBe(
    'Contact reason: raised when the share of “Late refund” is above 30 % in the last 7 days.',
  );
  expect(describeRule({ ...RULE, value: 'other' }, BRICK)).toContain('the share of “other” is above');
});

it('and their keys as long as the kit is not known', () => {
  expect(describeRule(RULE, undefined)).toBe(
    'contact_reason: raised when the share of “refund_late” is above 30 % in the last 7 days.',
  );
});
