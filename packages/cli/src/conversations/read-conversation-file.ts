import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from '../usage-error.ts';

/** JSON if it is JSON, a Word document in base64, otherwise the text unchanged. `-` is standard input. */
export async function readConversationFile(path: string): Promise<unknown> {
  if (/\.docx$/i.test(path)) return read(path, 'base64');
  const content = (path === '-' ? await text(process.stdin) : await read(path)).replace(/^\uFEFF/, '');
  if (/\.json$/i.test(path)) return parse(path, content);
  // Standard input has no file name that shows its format.
  return path === '-' && /^\s*[[{]/.test(content) ? (tryParse(content) ?? content) : content;
}

async function read(path: string, encoding: 'utf8' | 'base64' = 'utf8'): Promise<string> {
  try {
    return await readFile(path, encoding);
  } catch (cause) {
    throw new UsageError(`${path} cannot be read.`, { cause });
  }
}

function parse(path: string, content: string): unknown {
  const value = tryParse(content);
  if (value === undefined) throw new UsageError(`${path} is not JSON.`);
  return value;
}

function tryParse(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return undefined;
  }
}
