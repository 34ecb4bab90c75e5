/**
 * Fairness at constant cost (start-time fair queueing): each lane has its own virtual time, and a job's position is
 * max(the position being served now, the lane's last position + 1). Ten thousand jobs of one lane stretch far into the virtual
 * future; a single job of another lane comes right after what is being served. Each node keeps its own lanes in memory, so a
 * lane that is fed through n nodes counts as up to n lanes. That is fair enough, and there is no shared row to lock.
 */
const FORGET_AFTER = 10_000;

export class LaneClock {
  readonly #last = new Map<string, number>();
  #served = 0;

  /** Call with the positions of claimed jobs, or with that of the first waiting job. */
  observe(position: number): void {
    if (position > this.#served) this.#served = position;
  }

  /** The position of a new job of the lane. */
  next(lane: string): number {
    const position = Math.max(this.#served, (this.#last.get(lane) ?? Number.NEGATIVE_INFINITY) + 1);
    this.#last.set(lane, position);
    if (this.#last.size > FORGET_AFTER) this.#forgetPast();
    return position;
  }

  /** A lane whose last position has been served does not need to be remembered. */
  #forgetPast(): void {
    for (const [lane, position] of this.#last) if (position < this.#served) this.#last.delete(lane);
  }
}
