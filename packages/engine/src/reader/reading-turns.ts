/**
 * One reader process shared between owners (workspaces), in units of a few ten milliseconds: a window encoded, a question read with a
 * window. After each unit the owner that has read least continues, so eight long conversations of one owner delay another by a unit, not
 * by a conversation. Requests of one owner are answered one after another, which bounds the memory.
 */
export interface ReadingTurnsOptions {
  /** The clock, in milliseconds. */
  now(): number;
  /** What this process has worked, in milliseconds; by default the clock. */
  worked?: () => number;
}

export interface ReadingRequest {
  owner: string;
  signal: AbortSignal;
  /** Called with the milliseconds of each unit. */
  onUsed?: (ms: number) => void;
}

/** Called between two units: resolves when it is this request's turn again, and rejects once the request is aborted. */
export type TakeTurn = () => Promise<void>;

interface Waiting {
  owner: Owner;
  resume(): void;
}

interface Owner {
  /** Milliseconds of reading; only differences between owners count. */
  used: number;
  lastSeen: number;
  isReading: boolean;
  requests: (() => void)[];
}

/** How far an owner that comes back may be ahead of the others: what an ordinary conversation takes to read. */
const CREDIT_MS = 2_000;
/** An owner not seen for so long is forgotten. */
const FORGOTTEN_MS = 60_000;

export class ReadingTurns {
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #owners = new Map<string, Owner>();
  readonly #ready: Waiting[] = [];
  #isBusy = false;

  constructor({ now, worked = now }: ReadingTurnsOptions) {
    this.#now = now;
    this.#worked = worked;
  }

  /** Runs the work, which calls `turn` before each unit. */
  async run<Result>(
    { owner: name, signal, onUsed }: ReadingRequest,
    work: (turn: TakeTurn) => Promise<Result>,
  ): Promise<Result> {
    const owner = this.#enter(name);
    if (owner.isReading) await new Promise<void>((resolve) => owner.requests.push(resolve));
    owner.isReading = true;
    let since: number | undefined;
    const giveUp = () => {
      if (since === undefined) return;
      const used = this.#worked() - since;
      owner.used += used;
      owner.lastSeen = this.#now();
      onUsed?.(used);
      since = undefined;
      this.#isBusy = false;
    };
    const turn = async () => {
      giveUp();
      signal.throwIfAborted();
      await this.#wait(owner);
      since = this.#worked();
      signal.throwIfAborted();
    };
    try {
      signal.throwIfAborted();
      return await work(turn);
    } finally {
      giveUp();
      const next = owner.requests.shift();
      if (next === undefined) owner.isReading = false;
      else next();
      this.#pass();
    }
  }

  #enter(name: string): Owner {
    const now = this.#now();
    for (const [other, { isReading, lastSeen }] of this.#owners)
      if (!isReading && now - lastSeen > FORGOTTEN_MS) this.#owners.delete(other);
    const reading = [...this.#owners.values()].filter(({ isReading }) => isReading);
    const least = reading.length === 0 ? 0 : Math.min(...reading.map(({ used }) => used)) - CREDIT_MS;
    const known = this.#owners.get(name);
    if (known !== undefined) {
      if (!known.isReading) known.used = Math.max(known.used, least);
      return known;
    }
    const owner: Owner = { used: least, lastSeen: now, isReading: false, requests: [] };
    this.#owners.set(name, owner);
    return owner;
  }

  #wait(owner: Owner): Promise<void> {
    return new Promise((resume) => {
      this.#ready.push({ owner, resume });
      this.#pass();
    });
  }

  /** In a macrotask of its own, so that messages (new requests, ports that close) are seen between units. */
  #pass(): void {
    setImmediate(() => {
      if (this.#isBusy) return;
      const next = this.#ready.reduce<Waiting | undefined>(
        (best, each) => (best === undefined || each.owner.used < best.owner.used ? each : best),
        undefined,
      );
      if (next === undefined) return;
      this.#ready.splice(this.#ready.indexOf(next), 1);
      this.#isBusy = true;
      next.resume();
    });
  }
}
