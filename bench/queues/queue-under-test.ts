/** What every queue must show: sending, draining a backlog, picking up at once. */
export interface QueueUnderTest {
  name: string;
  /** Durable when it resolves. */
  send(): Promise<void>;
  /** Begins to work; `onJob` is called when a job is begun, and the job ends when it returns. */
  work(onJob: () => void): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs that a worker holds at once, and connections to the database, for everybody the same. */
export const CONCURRENCY = 32;
export const CONNECTIONS = 20;
