import { expect, it } from 'vitest';
import { suggestZones } from './suggest-zones.ts';

it('finds time zones by a part of their names, cities first', () => {
  const winter = new Date('2026-01-15T12:00:00Z');
  expect(suggestZones('lisb', winter)).toEqual([
    { value: 'Europe/Lisbon', label: 'Europe/Lisbon', about: 'UTC+00:00' },
  ]);
  expect(suggestZones('new york', winter)[0]).toEqual({
    value: 'America/New_York',
    label: 'America/New York',
    about: 'UTC-05:00',
  });
  expect(suggestZones('europe')).toHaveLength(12);
  expect(suggestZones('mars')).toEqual([]);
});
