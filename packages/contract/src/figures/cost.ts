/** What the runs of some days cost: in money where a credit has a price, else in credits. */
import { formatCredits, formatMoney, formatNumber } from './format.ts';

export interface Amount {
  credits: number;
  money?: number | undefined;
  currency?: string | undefined;
}

export interface Cost extends Amount {
  runs: number;
}

/** `€41.20`, or `4,120 credits`. */
export function amountText({ credits, money, currency }: Amount): string {
  return money === undefined || currency === undefined
    ? `${formatCredits(credits)} credits`
    : formatMoney(money, currency);
}

/** `€0.034 a call, 1,204 calls`. */
export function costText({ runs, credits, money, currency }: Cost): string {
  if (runs === 0) return 'no calls evaluated in this period';
  if (credits === 0) return `${formatNumber(runs)} calls, answered without a paid model`;
  const each = (all: number) => Number((all / Math.max(1, runs)).toPrecision(2));
  const one = amountText({ credits: each(credits), money: money === undefined ? undefined : each(money), currency });
  return `${one} a call, ${formatNumber(runs)} calls`;
}
