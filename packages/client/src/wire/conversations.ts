/** Generated from the contract by `npm run generate`: change the schema there. */

export interface ReadConversation {
  index: number;
  format?: string;
  /** Absent when the input does not say when it took place. */
  occurred_at?: string;
  channel?: 'call' | 'chat' | 'email';
  turns?: number;
  /** How much of the input is not evaluated, by kind. */
  left_out?: Record<string, number>;
  /** At most 20, in the order of their first turns. */
  speakers?: {
    /** As the input writes it, cut after 200 characters. */
    label: string;
    /** Absent when it is not known. */
    side?: 'agent' | 'customer';
    /** How likely the side is right, from 0 to 1. */
    probability: number;
    kind?: 'bot' | 'interpreter';
  }[];
  /** Warnings about the input, such as that it is incomplete; at most 10. */
  warnings?: string[];
  /** Doubts about who is on which side; at most 10. */
  side_warnings?: string[];
  /** Why a run would be refused. */
  error?: string;
  detail?: string;
}
