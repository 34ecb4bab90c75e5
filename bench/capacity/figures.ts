/** What was measured of one call, as `figures.json` records it: a conversation of 5 KB (about 900 words), which is a call of six minutes. */
export interface Figures {
  measured_on: string;
  machine: string;
  /** CPU seconds of the node for one run, with the reading model and from words alone; the kit support-qa. */
  read_cpu_seconds: number;
  words_cpu_seconds: number;
  /** CPU seconds of the node beside the engine (accept, claim, store), and of PostgreSQL. */
  service_cpu_seconds: number;
  postgres_cpu_seconds: number;
  /** Of one run in the database, indexes included, and in the write-ahead log. */
  database_bytes: number;
  wal_bytes: number;
  /** Of one run in Parquet: the answers, and the conversation beside them. */
  parquet_answers_bytes: number;
  parquet_input_bytes: number;
  /** Of one run that a model answers; a kit of twenty bricks. */
  model_calls: number;
  input_tokens: number;
  cached_input_tokens: number;
  output_tokens: number;
}
