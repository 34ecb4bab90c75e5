/** Generated from the contract by `npm run generate`: change the schema there. */

export interface SpendCap {
  name: string;
  /** Absent: everything the workspace spends. */
  kit_id?: string;
  kit_code?: string;
  /** In the workspace’s time zone. */
  period: 'day' | 'month';
  /** The cap, if it is in credits. */
  credits?: number;
  /** The cap, if it is in money. */
  money?: number;
  /** The currency of `money`: the price of a credit is a setting of the workspace or the service. */
  currency?: string;
  /**
   * What happens to runs at the cap: `hold`: they are queued until the next period or until the cap is raised.
   * `fail`: they fail with `spend_cap_reached`. `local`: the local engine answers them, and a warning on the run
   * says so.
   */
  at_cap: 'hold' | 'fail' | 'local';
  /** The cap in credits, even if it was set in money. */
  max_credits: number;
  /**
   * What calls to models have cost in this period, of runs of every type, evaluations and questions; counted when
   * the call ends.
   */
  spent_credits: number;
  /** The most that calls in progress may cost. */
  reserved_credits: number;
  /** Whether nothing is left. */
  reached: boolean;
  /** The first day of the period. */
  period_started: string;
  resets_at: string;
  updated_at: string;
}

export interface NewSpendCap {
  /** Only what this kit spends: a slug, code or id. */
  kit?: string | undefined;
  period: 'day' | 'month';
  credits?: number | undefined;
  money?: number | undefined;
  /**
   * What happens to runs at the cap: `hold`: they are queued until the next period or until the cap is raised.
   * `fail`: they fail with `spend_cap_reached`. `local`: the local engine answers them, and a warning on the run
   * says so.
   */
  at_cap: 'hold' | 'fail' | 'local';
}
