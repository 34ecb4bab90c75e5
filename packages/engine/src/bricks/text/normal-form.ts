/** Whether two ways to write a phone number, a sum or a time of day mean the same: "(555) 010-2233" and "5550102233", "$1,250.50" and "1250.5", "2:30 pm" and "14:30". */

type Compare = (expected: string, value: string) => boolean;

const COMPARE: Readonly<Record<string, Compare>> = {
  phone: isSamePhone,
  money: isSameSum,
  time: isSameTime,
};

/** False for kinds that are compared literally, and if one of the texts is not of its kind. */
export function isSameByForm(kind: string | undefined, expected: string, value: string): boolean {
  return kind !== undefined && COMPARE[kind]?.(expected, value) === true;
}

/** Of a number with and without the country code, the shorter one is the end of the longer one. */
const ENOUGH_DIGITS = 7;

function isSamePhone(expected: string, value: string): boolean {
  const [a, b] = [expected, value].map((text) => text.replace(/\D/g, '').replace(/^00/, '')) as [string, string];
  if (a === b) return a !== '';
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const national = short.replace(/^0/, '');
  return national.length >= ENOUGH_DIGITS && long.endsWith(national);
}

interface Sum {
  cents: number;
  currency: string | undefined;
}

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'usd',
  us$: 'usd',
  '€': 'eur',
  '£': 'gbp',
  '¥': 'jpy',
  dollar: 'usd',
  dollars: 'usd',
  buck: 'usd',
  bucks: 'usd',
  euro: 'eur',
  euros: 'eur',
  pound: 'gbp',
  pounds: 'gbp',
  quid: 'gbp',
  yen: 'jpy',
};

/** EUR 30 is not USD 30. A sum without a currency matches any: the local engine returns sums as plain numbers. */
function isSameSum(expected: string, value: string): boolean {
  const [a, b] = [sumOf(expected), sumOf(value)];
  if (a === undefined || b === undefined || a.cents !== b.cents) return false;
  return a.currency === undefined || b.currency === undefined || a.currency === b.currency;
}

function sumOf(text: string): Sum | undefined {
  const match = /^\s*([^\d\s.,-]{0,8})\s*(\d[\d.,'’ ]*?)\s*([^\d\s.,-]{0,8})\s*$/u.exec(text.toLowerCase());
  if (match === null) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  // The last of . and , separates the cents if one or two digits follow.
  const [, whole = digits, cents = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? [];
  const amount = Number(`${whole.replace(/\D/g, '')}.${cents.padEnd(2, '0')}`);
  const named = before || after;
  return { cents: Math.round(amount * 100), currency: named === '' ? undefined : (CURRENCIES[named] ?? named) };
}

function isSameTime(expected: string, value: string): boolean {
  const [a, b] = [minutesOf(expected), minutesOf(value)];
  return a !== undefined && a === b;
}

function minutesOf(text: string): number | undefined {
  const match = /^\s*(\d{1,2})(?:[:.h](\d{2}))?\s*(a|p)?\.?m?\.?\s*$/.exec(text.toLowerCase());
  if (match === null || (match[2] === undefined && match[3] === undefined)) return undefined;
  const [, hour = '', minute = '0', half] = match;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return hours < 24 && Number(minute) < 60 ? hours * 60 + Number(minute) : undefined;
}
