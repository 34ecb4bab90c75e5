/** Generated from the contract by `npm run generate`: change the schema there. */

export interface Dimension {
  /** Lists, exports and insights filter by it (`team=Porto`) and group by it (`group_by=team`). */
  name: string;
  /** The metadata key that its values come from. */
  metadata_key: string;
  /** As people call it. */
  label: string;
}

export interface DimensionValue {
  value: string;
  /** Runs that insights count, of conversations of the last 365 days. */
  runs: number;
}

export interface WorkspaceSettings {
  /** In which days begin and end, in insights and alerts: a name such as `Europe/Lisbon`. `UTC` at first. */
  timezone: string;
  /**
   * What is replaced by placeholders before a conversation leaves for a model. A kit can add to it. Nothing at
   * first.
   */
  mask: ('email' | 'phone' | 'card' | 'iban' | 'id_number' | 'address' | 'person' | 'url_secret')[];
  /** Roles without `identities:read`: everything they read is masked. None at first. */
  identities_hidden_from: ('developer' | 'runner' | 'viewer' | 'reviewer' | 'analyst' | 'agent')[];
  /** How long things are kept. Everything for good at first, but for the audit log. */
  retention: {
    /** Days that what was said is kept; null: for good. */
    input_days: number | null;
    /** Days that answers are kept; null: for good. */
    output_days: number | null;
    /** Days that whole runs are; it ends their input and output too kept; null: for good. */
    run_days: number | null;
    /** Set by the operator only: whoever is recorded does not shorten the record. */
    audit_days: number | null;
  };
  /** What a credit costs: usage, spend caps and summaries show money by it. null: nobody has said it. */
  credit_price: {
    amount: number;
    currency: string;
    set_by: 'workspace' | 'service';
  } | null;
}

export interface SettingsChange {
  /** In which days begin and end, in insights and alerts: a name such as `Europe/Lisbon`. `UTC` at first. */
  timezone?: string | undefined;
  /**
   * What is replaced by placeholders before a conversation leaves for a model. A kit can add to it. Nothing at
   * first.
   */
  mask?: ('email' | 'phone' | 'card' | 'iban' | 'id_number' | 'address' | 'person' | 'url_secret')[] | undefined;
  /** Roles without `identities:read`: everything they read is masked. None at first. */
  identities_hidden_from?: ('developer' | 'runner' | 'viewer' | 'reviewer' | 'analyst' | 'agent')[] | undefined;
  retention?:
    | {
        /** Days that what was said is kept; null: for good. */
        input_days?: number | null | undefined;
        /** Days that answers are kept; null: for good. */
        output_days?: number | null | undefined;
        /** Days that whole runs are; it ends their input and output too kept; null: for good. */
        run_days?: number | null | undefined;
      }
    | undefined;
  /** null: what the service says. */
  credit_price?:
    | {
        amount: number;
        currency: string;
      }
    | null
    | undefined;
}
