/** Generated from the contract by `npm run generate`: change the schema there. */

export interface SpeakerRule {
  /** Only runs of this kit. */
  kit_code?: string;
  /**
   * Only runs whose metadata has all of these; `*` stands for any characters. Runs of an intake have the key
   * `intake` with its name.
   */
  metadata?: Record<string, string>;
  /** By label or mail address; `*` stands for any characters, and case does not matter. */
  speakers: Record<string, 'agent' | 'customer'>;
}

export interface WorkspaceSpeakers {
  /** Names and mail addresses; `*` stands for any characters, and case does not matter. */
  agents: string[];
  /**
   * Which side speakers are on in some of the runs: the first rule that matches applies, and rules take precedence
   * over `agents`.
   */
  rules: SpeakerRule[];
}

export interface SetWorkspaceSpeakers {
  /** Names and mail addresses; `*` stands for any characters, and case does not matter. */
  agents: string[];
  /** If omitted, the rules are kept. */
  rules?: SpeakerRule[] | undefined;
}
