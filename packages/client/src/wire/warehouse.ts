/** Generated from the contract by `npm run generate`: change the schema there. */

export interface WarehouseChanges {
  workspace_id: string;
  environment: string;
  /** Whether names, numbers and addresses of people are placeholders in the runs. */
  masked: boolean;
  /** By name. When they change, columns do, and every day is to be written again. */
  dimensions: {
    name: string;
    metadata_key: string;
  }[];
  /** Send it as `after` next time. */
  cursor: string;
  /** `days` are all that have runs: nothing was said about what is known, or the cursor is of no use any more. */
  everything: boolean;
  /** Days in UTC by `occurred_at`, oldest first. A day may have no runs any more. */
  days: string[];
}
