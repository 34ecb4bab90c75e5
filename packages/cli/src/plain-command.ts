/** A command that is one call of the client, as `npm run generate` writes it from an endpoint. */
export interface PlainCommand {
  /** Group and name. */
  command: readonly [group: string, name: string];
  about: string;
  group?: { about: string; examples: readonly string[] };
  /** Resource and method of the client. */
  call: readonly [resource: string, method: string];
  arguments: readonly { name: string; about?: string; of: 'path' | 'body' }[];
  many?: true;
  options: readonly PlainOption[];
  hasBody?: true;
  query?: Readonly<Record<string, number>>;
  table?: Readonly<Record<string, string | readonly [field: string, nothing: string]>>;
  empty?: string;
  done?: string;
}

export interface PlainOption {
  field: string;
  of: 'query' | 'body';
  flags: string;
  about: string;
  fallback?: number;
  choices?: readonly string[];
  isCount?: true;
  isRequired?: true;
}
