/** Generated from the contract by `npm run generate`: change the schema there. */

export interface WorkspaceSpeakers {
  /** Names and mail addresses; `*` stands for any characters, and case does not matter. */
  agents: string[];
}
