/** What the main thread does, measured in its CPU time, so that other processes on the machine do not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Milliseconds of CPU that it spent in one go while the work was done, at most. */
export async function longestStretch(work: () => Promise<unknown>): Promise<number> {
  let last = cpuMs();
  let longest = 0;
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 2);
  await work();
  clearInterval(timer);
  look();
  return longest;
}
