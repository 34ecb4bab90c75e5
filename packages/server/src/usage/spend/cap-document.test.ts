import { describe, expect, it } from 'vitest';
import { toCapDocument } from './cap-document.ts';
import type { CapState } from './spend-cap.ts';

const CAP: CapState = {
  name: 'all',
  kitId: undefined,
  kitCode: undefined,
  period: 'day',
  credits: 2,
  money: undefined,
  atCap: 'hold',
  most: 2_000_000,
  spent: 1_999_999,
  reserved: 250_000.4,
  starts: '2026-01-01',
  endsAt: new Date('2026-01-02T00:00:00Z'),
  updatedAt: new Date('2025-12-31T10:00:00Z'),
  currency: undefined,
};
const SERVICE = { amount: 0.5, currency: 'EUR' };

describe('toCapDocument', () => {
  it('shows credits with six places', () => {
    expect(toCapDocument(CAP, SERVICE)).toMatchObject({
      credits: 2,
      max_credits: 2,
      spent_credits: 1.999999,
      reserved_credits: 0.25,
    });
  });

  it('is reached when all of it is spent', () => {
    expect(toCapDocument(CAP, SERVICE)).toMatchObject({ reached: false });
    expect(toCapDocument({ ...CAP, spent: 2_000_000 }, SERVICE)).toMatchObject({ reached: true });
    expect(toCapDocument({ ...CAP, spent: 2_000_001 }, SERVICE)).toMatchObject({ reached: true });
  });

  it('has a currency where the cap is in money: that of the workspace, else that of the service', () => {
    const inMoney = { ...CAP, credits: undefined, money: 1 };
    expect(toCapDocument(CAP, SERVICE).currency).toBeUndefined();
    expect(toCapDocument(inMoney, SERVICE).currency).toBe('EUR');
    expect(toCapDocument({ ...inMoney, currency: 'CHF' }, SERVICE).currency).toBe('CHF');
    expect(toCapDocument(inMoney, undefined).currency).toBeUndefined();
  });

  it('says when its period began, when it ends and when it was changed', () => {
    expect(toCapDocument({ ...CAP, kitId: 'k1', kitCode: 'sales' }, SERVICE)).toMatchObject({
      name: 'all',
      kit_id: 'k1',
      kit_code: 'sales',
      period: 'day',
      at_cap: 'hold',
      period_started: '2026-01-01',
      resets_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2025-12-31T10:00:00.000Z',
    });
  });
});
