/** An intake file and a payload from disk. Whether they are right is for the server to say, which runs the expressions. */
import { readFile } from 'node:fs/promises';
import { text as textOfStream } from 'node:stream/consumers';
import type { IntakeDocument } from '@brickwork/client';
import { parseKitFile } from '@brickwork/engine/kits/parse-kit-file';
import { UsageError } from '../usage-error.ts';

export async function readIntakeFile(file: string): Promise<{ name: string; intake: IntakeDocument }> {
  const definition = await readDefinition(file);
  if (!('name' in definition))
    throw new UsageError(`${file} has no name. Begin it with a line such as: name: support-calls`);
  const { name, ...intake } = definition;
  if (typeof name !== 'string') throw new UsageError(`${file}: name must be text.`);
  return { name, intake: intake as unknown as IntakeDocument };
}

/** A definition in YAML or JSON. */
export async function readDefinition(file: string): Promise<Record<string, unknown>> {
  const parsed = parseKitFile(await textOf(file));
  if ('faults' in parsed) {
    const [fault] = parsed.faults;
    throw new UsageError(`${file}${fault?.line === undefined ? '' : `:${fault.line}`}: ${fault?.message}`);
  }
  if (typeof parsed.value !== 'object' || parsed.value === null) throw new UsageError(`${file} must hold an object.`);
  return parsed.value as Record<string, unknown>;
}

export async function readPayload(file: string): Promise<unknown> {
  const text = file === '-' ? await textOfStream(process.stdin) : await textOf(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError(`${file === '-' ? 'Standard input' : file} is not JSON.`);
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`${path} cannot be read.`, { cause });
  }
}
