/** What a workspace, or one of its kits, may spend on models in a day or a month of its time zone. */
import type { AtCap } from '../spend-cap-reached.ts';

export type Period = 'day' | 'month';

export interface SpendCap {
  name: string;
  /** Undefined: all spending of the workspace. */
  kitId: string | undefined;
  period: Period;
  /** In credits, or in money if a credit has a price. */
  credits: number | undefined;
  money: number | undefined;
  atCap: AtCap;
}

/** A cap in its current period; amounts in micro-credits. */
export interface CapState extends SpendCap {
  kitCode: string | undefined;
  most: number;
  spent: number;
  /** The maximum cost of calls in progress. */
  reserved: number;
  starts: string;
  endsAt: Date;
  updatedAt: Date;
  /** The currency of `money`, by the workspace's own price. */
  currency: string | undefined;
}

/** The price of a credit, if the workspace or the operator has set one. */
export interface CreditPrice {
  amount: number;
  currency: string;
}

/** Events are recorded once a period, when this much of a cap is spent. */
export const NOTICE_PERCENTS = [80, 100] as const;
export type NoticePercent = (typeof NOTICE_PERCENTS)[number];
