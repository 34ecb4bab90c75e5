/** What the conversation room needs from storage: the names and addresses of a workspace's agents, as patterns. */
export interface SpeakerStore {
  findAgents(workspaceId: string): Promise<string[]>;
  saveAgents(workspaceId: string, agents: readonly string[]): Promise<void>;
}
