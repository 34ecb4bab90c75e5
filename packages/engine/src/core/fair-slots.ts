/**
 * A number of slots shared fairly between owners (workspaces). Every owner has its own queue; a free slot goes to the owner that has
 * used slots for the shortest time, not to the request that came first, so a thousand requests of one owner delay another by at most one.
 * Work in a slot cannot be interrupted, so there is a reserve: an owner that holds no slot may take one of it while the others are busy.
 */
export interface FairSlotsOptions {
  slots(): number;
  /** Slots beyond the usual number, only for owners that hold none. */
  reserve?: number;
  now(): number;
}

interface Owner {
  held: number;
  /** Milliseconds of slots used; only differences between owners matter. */
  used: number;
  waiting: Waiter[];
}

interface Waiter {
  start(): void;
}

export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #owners = new Map<string, Owner>();
  #busy = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  get busy(): number {
    return this.#busy;
  }

  /** Waits for a slot; the returned function releases it and may be called twice. */
  async take(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const owner = this.#enter(name);
    if (!this.#mayStart(owner)) await this.#wait(owner, name, signal);
    else this.#start(owner);
    const since = this.#options.now();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      owner.used += Math.max(1, this.#options.now() - since);
      owner.held -= 1;
      this.#busy -= 1;
      this.startWaiting();
    };
  }

  /** To be called when the number of slots has increased. */
  startWaiting(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined) break;
      this.#start(next);
      next.waiting.shift()?.start();
    }
    for (const [name, owner] of this.#owners) this.#leave(name, owner);
  }

  /** A returning owner gets no credit for the time it was away: it continues with the value of the least busy owner. */
  #enter(name: string): Owner {
    const known = this.#owners.get(name);
    if (known !== undefined) return known;
    const used = Math.min(...[...this.#owners.values()].map((owner) => owner.used));
    const owner: Owner = { held: 0, used: Number.isFinite(used) ? used : 0, waiting: [] };
    this.#owners.set(name, owner);
    return owner;
  }

  #leave(name: string, owner: Owner): void {
    if (owner.held === 0 && owner.waiting.length === 0) this.#owners.delete(name);
  }

  #mayStart({ held }: Owner): boolean {
    const slots = this.#options.slots();
    return this.#busy < (held === 0 ? slots + (this.#options.reserve ?? 0) : slots);
  }

  #start(owner: Owner): void {
    owner.held += 1;
    this.#busy += 1;
  }

  /** The waiting owner that may start and has used least; running work counts as well, or a long task would cost nothing until it ends. */
  #next(): Owner | undefined {
    let best: Owner | undefined;
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length === 0 || !this.#mayStart(owner)) continue;
      if (best === undefined || owner.held < best.held || (owner.held === best.held && owner.used < best.used))
        best = owner;
    }
    return best;
  }

  #wait(owner: Owner, name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        owner.waiting.splice(owner.waiting.indexOf(waiter), 1);
        this.#leave(name, owner);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      owner.waiting.push(waiter);
    });
  }
}
