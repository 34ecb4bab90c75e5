/**
 * What the main thread does, measured in its CPU time, so that other processes on the machine do not count, and stated
 * as a ratio to other work in the same process, so that a slow machine does not either.
 */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** One unit is what it takes to parse this, a document of 1.3 MB: about 12 ms on a machine of 2025. */
const DOCUMENT = JSON.stringify(Array.from({ length: 40_000 }, (_, id) => ({ id, name: `name ${id}` })));

function unit(): number {
  const begin = cpuMs();
  for (let n = 0; n < 8; n += 1) JSON.parse(DOCUMENT);
  return (cpuMs() - begin) / 8;
}

/** How much it did without a pause, each time it did anything while the work was done, in units, shortest first. */
export async function stretches(work: () => Promise<unknown>): Promise<number[]> {
  const found = await stretchesMs(work);
  const one = unit();
  return found.map((ms) => ms / one);
}

async function stretchesMs(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  let last = cpuMs();
  const look = () => {
    const now = cpuMs();
    found.push(now - last);
    last = now;
  };
  const timer = setInterval(look, 2);
  await work();
  clearInterval(timer);
  look();
  return found.toSorted((a, b) => a - b);
}

/** Measured once; it is a tenth of a second of CPU. */
let knownUnit: number | undefined;

/**
 * The longest of them, of up to three tries: a collection of garbage that falls into one is not the work's own. What is far from the limit is
 * stated in the unit that was measured before; only what comes near it needs one of the same moment.
 */
export async function longestStretch(most: number, work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && shortest > most; tries += 1) {
    const longest = (await stretchesMs(work)).at(-1) ?? 0;
    knownUnit ??= unit();
    const isFar = longest / knownUnit < most / 4;
    shortest = Math.min(shortest, longest / (isFar ? knownUnit : unit()));
  }
  return shortest;
}
