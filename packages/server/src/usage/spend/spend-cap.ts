/** What a workspace, or one of its kits, may spend on models in a day or a month of its time zone. */
import type { AtCap } from '../spend-cap-reached.ts';

export type Period = 'day' | 'month';

export interface SpendCap {
  name: string;
  /** Undefined: everything that the workspace spends. */
  kitId: string | undefined;
  period: Period;
  /** In credits, or in money where a credit has a price: one of them. */
  credits: number | undefined;
  money: number | undefined;
  atCap: AtCap;
}

/** A cap in its current period; amounts in micro-credits. */
export interface CapState extends SpendCap {
  kitCode: string | undefined;
  most: number;
  spent: number;
  /** The most that calls in progress may cost. */
  reserved: number;
  starts: string;
  endsAt: Date;
  updatedAt: Date;
  /** Of `money`, by the workspace's own price. */
  currency: string | undefined;
}

/** What a credit costs, where the workspace or the operator has said so. */
export interface CreditPrice {
  amount: number;
  currency: string;
}

/** Events are recorded once a period, when this much of a cap is spent. */
export const NOTICE_PERCENTS = [80, 100] as const;
export type NoticePercent = (typeof NOTICE_PERCENTS)[number];
