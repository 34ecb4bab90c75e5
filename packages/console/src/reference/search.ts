/** Finds operations by everything that one may remember of them: name, path, words of the description, fields. */
import MiniSearch from 'minisearch';
import type { Operation, Reference, Schema } from './document.ts';
import { resolve } from './document.ts';
import { searchTokens } from './search-tokens.ts';

export interface Hit {
  address: string;
  title: string;
  /** `POST /v1/runs`, or the section of a guide. */
  note: string;
  method?: string;
}

interface Entry extends Hit {
  words: string;
  fields: string;
}

const MOST_HITS = 20;

export function createSearch(reference: Reference): (query: string) => readonly Hit[] {
  const index = new MiniSearch<Entry>({
    idField: 'address',
    fields: ['title', 'note', 'fields', 'words'],
    storeFields: ['title', 'note', 'method', 'address'],
    tokenize: searchTokens,
    searchOptions: {
      boost: { title: 4, note: 3, fields: 1.5 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  index.addAll(reference.operations.map((operation) => entryOf(operation, reference)));
  index.add({
    address: '/docs/events',
    title: 'Events that webhooks receive',
    note: 'Events',
    words: reference.events.types.join(' '),
    fields: reference.events.headers.map(({ name }) => name).join(' '),
  });
  return (query) =>
    index
      .search(query)
      .slice(0, MOST_HITS)
      .map((hit) => hit as unknown as Hit);
}

function entryOf(operation: Operation, reference: Reference): Entry {
  const { id, method, path, summary, description = '', parameters, body } = operation;
  const names = [...parameters.map(({ name }) => name), ...fieldNames(body?.schema, reference)];
  return {
    address: `/docs/${id}`,
    title: summary,
    note: `${method} ${path}`,
    method,
    words: `${id} ${operation.tag} ${description}`,
    fields: names.join(' '),
  };
}

function fieldNames(schema: Schema | undefined, reference: Reference): string[] {
  return schema === undefined ? [] : Object.keys(resolve(schema, reference.schemas).properties ?? {});
}
