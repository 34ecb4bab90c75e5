import { createReadStream } from 'node:fs';

/** Lines of a file, split at line feeds only: readline also splits at U+2028, which JSON may contain. */
export async function* readLines(path: string): AsyncGenerator<string, void, undefined> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest !== '') yield rest;
}
