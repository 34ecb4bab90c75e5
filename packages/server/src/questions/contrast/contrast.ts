/** A contrast: some calls compared with others, and the phrases that distinguish them. */
import type { ContrastStatus } from '@brickwork/contract';

export interface ContrastPlan {
  /** As sent by the caller. */
  filter: Record<string, unknown>;
  against: Record<string, unknown> | null;
  side: 'customer' | 'agent' | 'all';
  limit: number;
  population: { inside: number; against: number };
}

export interface FoundPhrase {
  phrase: string;
  also: string[];
  inside: number;
  against: number;
  logOdds: number;
  z: number;
  runIds: string[];
}

export interface ContrastResult {
  phrases: FoundPhrase[];
  /** Calls that were read. */
  calls: { inside: number; against: number };
  unread: number;
}

export interface Contrast extends ContrastPlan {
  contrastId: string;
  sample: { inside: number; against: number };
  status: ContrastStatus;
  read: number;
  result: ContrastResult | undefined;
  error: string | undefined;
  createdAt: Date;
  completedAt: Date | undefined;
}
