import { describe, expect, it } from 'vitest';
import type { Queryable } from '../../database/database.ts';
import { spendEvent } from '../webhooks/event.ts';
import { alsoNotify, notificationOf } from './make-notifications.ts';

const head = {
  workspaceId: 'ws_01m7er7dfgeqcrm640y1251418',
  environment: 'live',
  eventId: 'evt_01m7er7dfgeqcrm640y1251418',
  createdAt: new Date('2026-11-17T10:00:00Z'),
} as const;
const cap = {
  name: 'monthly',
  period: 'month',
  at_cap: 'hold',
  max_credits: 100,
  spent_credits: 80.5,
  resets_at: '2026-12-01T00:00:00.000Z',
};

describe('notificationOf', () => {
  it('tells of a spend cap at 80 % and at 100 %, as one thing', () => {
    const warning = notificationOf(spendEvent(head, 'spend.warning', cap));
    expect(warning).toMatchObject({ topic: 'spend', subjectKey: 'cap/monthly', title: 'Spend cap monthly is at 80 %' });
    expect(warning?.detail).toBe(
      'The workspace has spent 80.5 of 100 credits this month. At the cap: hold. The next period begins at 2026-12-01T00:00:00.000Z.',
    );
    const reached = notificationOf(spendEvent(head, 'spend.reached', { ...cap, kit_code: 'K7TQ2MXB' }));
    expect(reached).toMatchObject({ subjectKey: 'cap/monthly', title: 'Spend cap monthly is reached' });
    expect(reached?.detail).toMatch(/^Kit K7TQ2MXB has spent/);
  });
});

describe('alsoNotify', () => {
  it('tells of an event by its type where its text cannot be written: the change commits all the same', async () => {
    const told: unknown[] = [];
    const record = alsoNotify(
      async () => true,
      async (_tx, notifications) => void told.push(...notifications),
    );
    const broken = { ...head, type: 'alert.raised' as const, body: '{"data":{}}' };
    expect(await record({} as Queryable, [broken])).toBe(true);
    expect(told).toMatchObject([{ topic: 'alerts', title: 'There was an event alert.raised' }]);
  });
});
