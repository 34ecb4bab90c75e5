/** Exit codes that scripts can rely on. */
export const EXIT = {
  ok: 0,
  /** Something went wrong that is nobody's mistake at the terminal. */
  failure: 1,
  /** Wrong usage or wrong input. */
  usage: 2,
  /** A check (doctor, kits check) found faults. */
  faults: 3,
} as const;
