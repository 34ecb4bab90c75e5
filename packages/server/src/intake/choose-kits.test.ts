import { describe, expect, it } from 'vitest';
import { isSampled, judgeRule } from './choose-kits.ts';

const CONVERSATION = { metadata: { team: 'billing-emea' }, text: 'where is my refund?', sampleKey: 'c-1' };
const never = async () => {
  throw new Error('not to be asked');
};

describe('isSampled', () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => `call-${index}`);
  const chosen = (percent: number) => keys.filter((key) => isSampled(key, percent));

  it.each([0, 0.5, 10, 33, 66, 100])('takes about %s %%', (percent) => {
    const deviation = Math.sqrt((percent / 100) * (1 - percent / 100) * keys.length);
    expect(Math.abs(chosen(percent).length - (percent / 100) * keys.length)).toBeLessThanOrEqual(4 * deviation);
  });

  it('takes the same ones again, and all of a smaller sample', () => {
    expect(chosen(10)).toEqual(chosen(10));
    const larger = new Set(chosen(25));
    expect(chosen(10).filter((key) => !larger.has(key))).toEqual([]);
  });
});

describe('judgeRule', () => {
  it.each([
    [{ metadata: { team: 'billing*' } }, true],
    [{ metadata: { team: ['x', 'BILLING-emea'] } }, true],
    [{ metadata: { team: 'sales' } }, false],
    [{ metadata: { region: '*' } }, false],
    [{ contains: ['Refund', 'x'] }, true],
    [{ contains: ['cancel'] }, false],
    [{ contains: ['refund'], metadata: { team: 'sales' } }, false],
  ])('%j: %s', async (rule, isChosen) => {
    expect(await judgeRule({ kit: 'k', ...rule }, CONVERSATION, never)).toMatchObject({ kit: 'k', isChosen });
  });

  it('asks for the expression last', async () => {
    const rule = { kit: 'k', contains: ['refund'], when: 'a' };
    expect((await judgeRule(rule, CONVERSATION, async () => true)).isChosen).toBe(true);
    expect((await judgeRule(rule, CONVERSATION, async () => false)).reason).toBe('The rule’s `when` is not true.');
    expect((await judgeRule({ ...rule, contains: ['x'] }, CONVERSATION, never)).isChosen).toBe(false);
  });
});
