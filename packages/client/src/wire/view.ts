/** Generated from the contract by `npm run generate`: change the schema there. */

/** A list of runs that the workspace has given a name. */
export interface View {
  name: string;
  /** The query of the console’s list of runs: filters and columns. */
  search: string;
  updated_at: string;
}
