/** Masks a document for a reader who may not see identities; `context` is the run's stored input, as JSON, if there is one. */
export type Hide = (document: unknown, owner: string, context?: string) => Promise<unknown>;
