/**
 * Fairness at flat cost (start-time fair queueing): each lane has its own virtual time, and a job's place is
 * max(the place now being served, the lane's last place + 1). Ten thousand jobs of one lane stretch far into the virtual
 * future; another lane's single job stands right behind what is being served. Each node keeps its own lanes in memory, so a
 * lane fed through n nodes counts as up to n lanes: fair enough, and no row to fight over.
 */
const FORGET_AFTER = 10_000;

export class LaneClock {
  readonly #last = new Map<string, number>();
  #served = 0;

  /** A place that is being served, as claims tell, or the first that waits. */
  observe(place: number): void {
    if (place > this.#served) this.#served = place;
  }

  next(lane: string): number {
    const place = Math.max(this.#served, (this.#last.get(lane) ?? Number.NEGATIVE_INFINITY) + 1);
    this.#last.set(lane, place);
    if (this.#last.size > FORGET_AFTER) this.#forgetPast();
    return place;
  }

  /** A lane whose last place has been served has nothing to remember. */
  #forgetPast(): void {
    for (const [lane, place] of this.#last) if (place < this.#served) this.#last.delete(lane);
  }
}
