/** From what one call takes to what a month of calls needs. Every assumption is a number with a name, so that it can be replaced by yours. */
import type { Figures } from './figures.ts';

export const ASSUMED = {
  /** The busiest hour against the average of the month: calls come in office hours. */
  peak: 4,
  /** How busy cores may be in that hour. */
  utilisation: 0.7,
  worker_cores: 8,
  /** From here on PostgreSQL gets a second server for a group of workspaces. */
  most_postgres_cores: 16,
  most_postgres_bytes: 2e12,
  /** How long conversations and answers stay in the database, and how long in object storage. */
  database_months: 3,
  storage_months: 12,
  /** US dollars: a month of a core with its memory, of a GB on disk and in object storage, a million tokens in, in from the cache, and out. */
  core_price: 25,
  disk_price: 0.12,
  storage_price: 0.023,
  input_price: 0.25,
  cached_price: 0.025,
  output_price: 2,
} as const;

const MONTH_SECONDS = 30.4 * 86_400;
const HOUR_SECONDS = 3_600;

export interface Needs {
  calls: number;
  perSecond: number;
  readerCores: number;
  wordsCores: number;
  workers: number;
  apiCores: number;
  postgresCores: number;
  databaseBytes: number;
  postgresServers: number;
  walBytesPerDay: number;
  storageBytes: number;
  coreHours: number;
  inputTokens: number;
  outputTokens: number;
  readerMoney: number;
  modelMoney: number;
}

export function needsOf(calls: number, figures: Figures): Needs {
  const perSecond = (calls / MONTH_SECONDS) * ASSUMED.peak;
  const cores = (cpuSeconds: number) => Math.ceil((perSecond * cpuSeconds) / ASSUMED.utilisation);
  const readerCores = cores(figures.read_cpu_seconds);
  const apiCores = cores(figures.service_cpu_seconds);
  const postgresCores = cores(figures.postgres_cpu_seconds);
  const databaseBytes = calls * figures.database_bytes * ASSUMED.database_months;
  const storageBytes = calls * (figures.parquet_answers_bytes + figures.parquet_input_bytes) * ASSUMED.storage_months;
  const bytesMoney = (databaseBytes / 1e9) * ASSUMED.disk_price + (storageBytes / 1e9) * ASSUMED.storage_price;
  const servedMoney = (apiCores + postgresCores) * ASSUMED.core_price + bytesMoney;
  return {
    calls,
    perSecond,
    readerCores,
    wordsCores: cores(figures.words_cpu_seconds),
    workers: Math.ceil(readerCores / ASSUMED.worker_cores),
    apiCores,
    postgresCores,
    databaseBytes,
    postgresServers: Math.max(
      Math.ceil(postgresCores / ASSUMED.most_postgres_cores),
      Math.ceil(databaseBytes / ASSUMED.most_postgres_bytes),
    ),
    walBytesPerDay: (calls * figures.wal_bytes) / (MONTH_SECONDS / 86_400),
    storageBytes,
    coreHours: (calls * figures.read_cpu_seconds) / HOUR_SECONDS,
    inputTokens: calls * figures.input_tokens,
    outputTokens: calls * figures.output_tokens,
    readerMoney: servedMoney + readerCores * ASSUMED.core_price,
    modelMoney: servedMoney + calls * modelPriceOf(figures),
  };
}

/** Of one call. */
function modelPriceOf({ input_tokens, cached_input_tokens, output_tokens }: Figures): number {
  const { input_price, cached_price, output_price } = ASSUMED;
  const fresh = input_tokens - cached_input_tokens;
  return (fresh * input_price + cached_input_tokens * cached_price + output_tokens * output_price) / 1e6;
}
