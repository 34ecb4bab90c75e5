import { formatOffset } from '../ui/format.ts';
import type { Suggestion } from '../ui/suggest-input.tsx';

const SHOWN = 12;

/** Time zones by any part of their names: `lisb`, `new york`, `europe`; with how far ahead of UTC they are now. */
export function suggestZones(text: string, now = new Date()): Suggestion[] {
  const wanted = text.trim().toLowerCase().replaceAll(' ', '_');
  const found = ['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone.toLowerCase().includes(wanted));
  // A city that begins so comes before one that contains it.
  const isCity = (zone: string) =>
    zone
      .toLowerCase()
      .split('/')
      .some((part) => part.startsWith(wanted));
  return [...found.filter(isCity), ...found.filter((zone) => !isCity(zone))]
    .slice(0, SHOWN)
    .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' '), about: formatOffset(zone, now) }));
}
