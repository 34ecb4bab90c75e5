/** Where a data set is stored. A file that is published appears as a whole, in place of the one before it. */
export interface Destination {
  /** A folder for files that are being written; it is empty when an export begins. */
  readonly workFolder: string;
  /** Undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  /** Moves a local file to its place. */
  publish(localPath: string, name: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Fails when somebody else has begun to export to the same place: then nothing more may be written. */
  keepLock(): Promise<void>;
  /** Lets others export, and removes what was not published. */
  release(): Promise<void>;
}

/** Takes the lock: one export at a time writes to a place. `signal` ends what waits for somebody else. */
export type OpenDestination = (signal?: AbortSignal) => Promise<Destination>;
