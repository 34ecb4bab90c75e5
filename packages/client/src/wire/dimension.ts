/** Generated from the contract by `npm run generate`: change the schema there. */

export interface Dimension {
  /** Lists, exports and insights filter by it (`team=Porto`) and group by it (`group_by=team`). */
  name: string;
  /** The metadata key that its values come from. */
  metadata_key: string;
  /** The display name. */
  label: string;
}

export interface DimensionValue {
  value: string;
  /** Runs that insights count, of conversations of the last 365 days. */
  runs: number;
}

export interface WorkspaceSettings {
  /** The time zone of days in insights and alerts: a name such as `Europe/Lisbon`. Initially `UTC`. */
  timezone: string;
  /**
   * What is replaced by placeholders before a conversation goes to a model. A kit can add to it. Initially
   * nothing.
   */
  mask: (
    | 'email'
    | 'phone'
    | 'card'
    | 'iban'
    | 'id_number'
    | 'address'
    | 'person'
    | 'url_secret'
    | 'password'
    | 'birth_date'
  )[];
  /** Roles without `identities:read`: everything they read is masked. Initially none. */
  identities_hidden_from: ('developer' | 'runner' | 'viewer' | 'reviewer' | 'analyst' | 'agent')[];
  /**
   * The language of conversations too short to detect it: a tag such as `de`. The `language` of an input or a kit
   * takes precedence. null: not set.
   */
  language: string | null;
  /** How long data is kept. Initially everything but the audit log is kept forever. */
  retention: {
    /** Days that conversations are kept; null: forever. */
    input_days: number | null;
    /** Days that answers are kept; null: forever. */
    output_days: number | null;
    /** Days that whole runs, with their input and output, are kept; null: forever. */
    run_days: number | null;
    /** Only the operator can set it, so that people who are recorded cannot shorten the record. */
    audit_days: number | null;
  };
  /** The price of a credit: usage, spend caps and summaries use it to show money. null: not set. */
  credit_price: {
    amount: number;
    currency: string;
    set_by: 'workspace' | 'service';
  } | null;
}

export interface SettingsChange {
  /** The time zone of days in insights and alerts: a name such as `Europe/Lisbon`. Initially `UTC`. */
  timezone?: string | undefined;
  /**
   * What is replaced by placeholders before a conversation goes to a model. A kit can add to it. Initially
   * nothing.
   */
  mask?:
    | (
        | 'email'
        | 'phone'
        | 'card'
        | 'iban'
        | 'id_number'
        | 'address'
        | 'person'
        | 'url_secret'
        | 'password'
        | 'birth_date'
      )[]
    | undefined;
  /** Roles without `identities:read`: everything they read is masked. Initially none. */
  identities_hidden_from?: ('developer' | 'runner' | 'viewer' | 'reviewer' | 'analyst' | 'agent')[] | undefined;
  /**
   * The language of conversations too short to detect it: a tag such as `de`. The `language` of an input or a kit
   * takes precedence. null: not set.
   */
  language?: string | null | undefined;
  retention?:
    | {
        /** Days that conversations are kept; null: forever. */
        input_days?: number | null | undefined;
        /** Days that answers are kept; null: forever. */
        output_days?: number | null | undefined;
        /** Days that whole runs, with their input and output, are kept; null: forever. */
        run_days?: number | null | undefined;
      }
    | undefined;
  /** null: the service’s price. */
  credit_price?:
    | {
        amount: number;
        currency: string;
      }
    | null
    | undefined;
}
