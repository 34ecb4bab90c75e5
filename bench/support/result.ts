/** What a measurement hands back: lines for a person, the same as JSON, and which bars it met. */
export interface Line {
  what: string;
  value: string;
  bar?: string;
  met?: boolean;
}

export interface Result {
  name: string;
  title: string;
  lines: Line[];
}

export const perSecond = (value: number): string => `${Math.round(value).toLocaleString('en')} / s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const ratio = (value: number): string => `${value.toFixed(2)} ×`;

export function atLeast(what: string, value: number, bar: number): Line {
  return { what, value: ratio(value), bar: `≥ ${bar}`, met: value >= bar };
}

export function atMost(what: string, value: number, bar: number, show: (value: number) => string = ratio): Line {
  return { what, value: show(value), bar: `≤ ${show(bar)}`, met: value <= bar };
}
