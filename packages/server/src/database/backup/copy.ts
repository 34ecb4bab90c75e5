/** COPY in both directions over the driver's connection, at the speed of the slower side, so that memory does not limit a table's size. */
import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import type pg from 'pg';

/** Features of the driver's connection beyond its published types. */
interface CopyConnection {
  stream: Duplex;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** A query as the driver runs it: it is called for every message that arrives. */
abstract class Copy {
  readonly done: Promise<void>;
  readonly #text: string;
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(text: string) {
    this.#text = text;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as CopyConnection).query(this.#text);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#resolve();
  }
}

class CopyOut extends Copy {
  rows = 0;
  readonly #out: Writable;

  constructor(text: string, out: Writable) {
    super(text);
    this.#out = out;
  }

  /** One message is one row, its line break included. */
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection): void {
    this.rows += 1;
    // A copy, because the driver reuses its buffer while ours is still waiting to be written.
    if (this.#out.write(Buffer.from(chunk)) || stream.isPaused()) return;
    stream.pause();
    this.#out.once('drain', () => stream.resume());
  }
}

class CopyIn extends Copy {
  readonly #rows: AsyncIterable<Buffer>;
  #isRefused = false;

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    super(text);
    this.#rows = rows;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      connection.sendCopyFail('the source has ended');
      this.handleError(error);
    });
  }

  override handleError(error: Error): void {
    this.#isRefused = true;
    super.handleError(error);
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#rows) {
      if (this.#isRefused) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    connection.endCopyFrom();
  }
}

/** Returns how many rows were written. */
export async function copyOut(client: pg.Client, text: string, out: Writable): Promise<number> {
  const copy = new CopyOut(text, out);
  client.query(copy);
  await copy.done;
  return copy.rows;
}

export async function copyIn(client: pg.Client, text: string, rows: AsyncIterable<Buffer>): Promise<void> {
  const copy = new CopyIn(text, rows);
  client.query(copy);
  await copy.done;
}
