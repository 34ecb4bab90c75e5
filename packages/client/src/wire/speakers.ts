export interface WorkspaceSpeakers {
  /** Names and mail addresses; `*` stands for any characters. */
  agents: string[];
}
