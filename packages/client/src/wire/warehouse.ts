/** Generated from the contract by `npm run generate`: change the schema there. */

export interface WarehouseChanges {
  workspace_id: string;
  environment: string;
  /** Whether names, numbers and addresses of people are placeholders in the runs. */
  masked: boolean;
  /** By name. When they change, the columns change, and every day must be rewritten. */
  dimensions: {
    name: string;
    metadata_key: string;
  }[];
  /** Send it as `after` next time. */
  cursor: string;
  /** `days` are all days with runs: there was no cursor, or it is no longer valid. */
  everything: boolean;
  /** Days in UTC by `occurred_at`, oldest first. A day may no longer have any runs. */
  days: string[];
}

export interface WarehouseExportSettings {
  /**
   * `s3://bucket/prefix`; or `directory`, inside the directory that the operator has set (BRICKWORK_EXPORT_DIR).
   * Nothing else may write there.
   */
  to: string;
  /** The region of the bucket; required without an `endpoint`. */
  region?: string | undefined;
  /** The https URL of an S3-compatible service. */
  endpoint?: string | undefined;
  /** The access key id of the credentials for the bucket. */
  access_key_id?: string | undefined;
  every?: 'hour' | 'day' | undefined;
  /** Names, numbers and addresses of people as placeholders. Always on for callers who may not see identities. */
  mask?: boolean | undefined;
  enabled?: boolean | undefined;
  /**
   * Stored encrypted and never shown again. If omitted, the stored one is kept while bucket, endpoint and access
   * key are the same.
   */
  secret_access_key?: string | undefined;
}

export interface WarehouseExport {
  /**
   * `s3://bucket/prefix`; or `directory`, inside the directory that the operator has set (BRICKWORK_EXPORT_DIR).
   * Nothing else may write there.
   */
  to: string;
  /** The region of the bucket; required without an `endpoint`. */
  region?: string;
  /** The https URL of an S3-compatible service. */
  endpoint?: string;
  /** The access key id of the credentials for the bucket. */
  access_key_id?: string;
  every: 'hour' | 'day';
  /** Names, numbers and addresses of people as placeholders. Always on for callers who may not see identities. */
  mask: boolean;
  enabled: boolean;
  running: boolean;
  /** When the export that is running, or the last one, started. */
  started_at?: string;
  finished_at?: string;
  /** When the last one that succeeded ended: the data set is as of then. */
  succeeded_at?: string;
  /** Why the last one failed, and what to do. It is tried again after ten minutes. */
  error?: string;
  /** Runs in the data set. */
  runs?: number;
  /** When the next one begins; absent while it is disabled. */
  next_at?: string;
  created_at: string;
  updated_at: string;
}

export interface WarehouseExportState {
  /** Absent where no export is scheduled. */
  scheduled?: WarehouseExport;
  /** Whether the operator has set a directory for exports. */
  directory: boolean;
}
