/** Exit codes that scripts can rely on; docs/reference/command-line.md has the table. */
export const EXIT = {
  ok: 0,
  /** A failure that is not the user's mistake. */
  failure: 1,
  /** Wrong usage or wrong input. */
  usage: 2,
  /** A check (doctor, kits check) found faults. */
  faults: 3,
  /** The command did its work, but a run failed, was cancelled, or a record was refused. */
  unsuccessful: 4,
  /** `models probe`: why a model could not be tested. */
  unreachable: 5,
  notAllowed: 6,
  tooSlow: 7,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
