/** Loaded into a node before anything else: its clock goes wrong by CHAOS_CLOCK_SKEW_MS. */
const skewMs = Number(process.env.CHAOS_CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

class SkewedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(RealDate.now() + skewMs);
    else super(given[0]);
  }

  static override now(): number {
    return RealDate.now() + skewMs;
  }
}

globalThis.Date = SkewedDate as DateConstructor;
