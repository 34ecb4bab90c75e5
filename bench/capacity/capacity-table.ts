/** The tables of docs/operations/scaling.md, from the recorded figures. */
import type { Figures } from './figures.ts';
import { ASSUMED, type Needs, needsOf } from './needs.ts';

const MONTHS = [1e6, 1e7, 1e8];

const whole = (value: number) => Math.round(value).toLocaleString('en');
const dollars = (value: number) => `$ ${whole(Number(value.toPrecision(2)))}`;
const millions = (value: number) => `${whole(value / 1e6)} M`;

function bytes(value: number): string {
  if (value >= 1e12) return `${(value / 1e12).toPrecision(2)} TB`;
  return `${whole(Number((value / 1e9).toPrecision(2)))} GB`;
}

const ROWS: readonly [what: string, of: (needs: Needs) => string][] = [
  ['runs a second in the busiest hour', ({ perSecond }) => (perSecond < 10 ? perSecond.toFixed(1) : whole(perSecond))],
  ['cores for the reader in that hour', ({ readerCores }) => whole(readerCores)],
  [`worker nodes of ${ASSUMED.worker_cores} cores for that`, ({ workers }) => whole(workers)],
  ['cores where words alone answer (`BRICKWORK_READER=0`)', ({ wordsCores }) => whole(wordsCores)],
  ['cores for API nodes, and for workers that wait for a model', ({ apiCores }) => whole(apiCores)],
  ['cores for PostgreSQL', ({ postgresCores }) => whole(postgresCores)],
  [`database, ${ASSUMED.database_months} months kept`, ({ databaseBytes }) => bytes(databaseBytes)],
  ['PostgreSQL servers (each with its standby)', ({ postgresServers }) => whole(postgresServers)],
  ['write-ahead log a day', ({ walBytesPerDay }) => bytes(walBytesPerDay)],
  [`object storage for Parquet, ${ASSUMED.storage_months} months kept`, ({ storageBytes }) => bytes(storageBytes)],
  ['the same calls in bulk, without a service: core hours a month', ({ coreHours }) => whole(coreHours)],
  ['a model instead: input tokens a month', ({ inputTokens }) => millions(inputTokens)],
  ['a model instead: output tokens a month', ({ outputTokens }) => millions(outputTokens)],
  ['money a month, the reader answers', ({ readerMoney }) => dollars(readerMoney)],
  ['money a month, a model answers', ({ modelMoney }) => dollars(modelMoney)],
];

export function capacityText(figures: Figures): string {
  const needs = MONTHS.map((calls) => needsOf(calls, figures));
  const header = ['a month of', ...MONTHS.map((calls) => `${whole(calls / 1e6)} million calls`)];
  const lines = ROWS.map(([what, of]) => [what, ...needs.map(of)]);
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const { measured_on, machine, ...each } = figures;
  const measured = Object.entries(each).map(([name, value]) =>
    row([name.replaceAll('_', ' '), value.toLocaleString('en')]),
  );
  const assumed = Object.entries(ASSUMED).map(([name, value]) =>
    row([name.replaceAll('_', ' '), value.toLocaleString('en')]),
  );
  return `Computed by \`npm run capacity\` from what was measured on ${measured_on}; ${machine}.

${[row(header), '|---|---:|---:|---:|', ...lines.map(row)].join('\n')}

Measured, of one call of 5 KB (about 900 words, six minutes):

${[row(['what', 'value']), '|---|---:|', ...measured].join('\n')}

Assumed; replace them by yours in \`bench/capacity/needs.ts\` (prices in US dollars a month, tokens by the million):

${[row(['what', 'value']), '|---|---:|', ...assumed].join('\n')}
`;
}

const BEGIN = '<!-- capacity -->';
const END = '<!-- /capacity -->';

/** The page with the tables between their markers. */
export function withCapacity(page: string, figures: Figures): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from < 0 || to < from) throw new Error('docs/operations/scaling.md has no markers for the capacity tables');
  return `${page.slice(0, from)}${BEGIN}\n\n${capacityText(figures)}\n${page.slice(to)}`;
}
