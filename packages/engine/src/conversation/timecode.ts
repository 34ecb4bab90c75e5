/** `mm:ss`, `hh:mm:ss`, with up to three decimals after a point or a comma: bounded, so it is safe inside a pattern. */
export const TIMECODE = String.raw`\d{1,3}:\d{2}(?::\d{2})?(?:[.,]\d{1,3})?`;

/** Printed by some programs: `3.5s`. Next to a label only in brackets: "music of the 90s" is not a time. */
export const SECONDS = String.raw`\d{1,6}(?:\.\d{1,3})?s`;

const WHOLE = new RegExp(`^${TIMECODE}$`);
const WHOLE_SECONDS = new RegExp(`^${SECONDS}$`);

export function readTimecode(text: string): number | undefined {
  const trimmed = text.trim();
  if (WHOLE_SECONDS.test(trimmed)) return Number(trimmed.slice(0, -1));
  if (!WHOLE.test(trimmed)) return undefined;
  const seconds = trimmed
    .replace(',', '.')
    .split(':')
    .reduce((total, part) => total * 60 + Number(part), 0);
  // Milliseconds are the precision of a time code; smaller differences are rounding errors.
  return Math.round(seconds * 1000) / 1000;
}
