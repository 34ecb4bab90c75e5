/** The field of a run's input that holds the conversation. */
export function conversationField(kit: {
  input?: { fields: Readonly<Record<string, { type: string }>> } | undefined;
}): string {
  return Object.entries(kit.input?.fields ?? {}).find(([, { type }]) => type === 'conversation')?.[0] ?? 'transcript';
}
