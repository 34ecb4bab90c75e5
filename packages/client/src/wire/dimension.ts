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
}
