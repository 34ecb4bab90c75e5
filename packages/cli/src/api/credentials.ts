/** Address and key of the service: from the environment, otherwise those stored by `brickwork login`. */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Credentials {
  url: string;
  key: string | undefined;
  from: 'environment' | 'login';
}

const DEFAULT_URL = 'http://127.0.0.1:8787';

export function credentialsFile(environment: NodeJS.ProcessEnv = process.env): string {
  return join(environment.XDG_CONFIG_HOME || join(homeOf(environment), '.config'), 'brickwork', 'credentials.json');
}

/** An account without an entry in /etc/passwd has no home: nothing is stored there, and nothing is found. */
function homeOf({ HOME }: NodeJS.ProcessEnv): string {
  if (HOME) return HOME;
  try {
    return homedir();
  } catch {
    return '/nonexistent';
  }
}

/** A stored key belongs to the address it was stored with and is never sent to another. */
export async function readCredentials(environment: NodeJS.ProcessEnv = process.env): Promise<Credentials> {
  const { BRICKWORK_API_KEY: key, BRICKWORK_URL: url } = environment;
  if (key) return { url: url || DEFAULT_URL, key, from: 'environment' };
  const stored = await readStored(credentialsFile(environment));
  if (stored !== undefined && (!url || url === stored.url)) return { ...stored, from: 'login' };
  return { url: url || DEFAULT_URL, key: undefined, from: 'environment' };
}

/** Written to a temporary file first and then renamed; readable by its owner only. */
export async function storeCredentials(credentials: { url: string; key: string }): Promise<string> {
  const file = credentialsFile();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
  return file;
}

export async function forgetCredentials(): Promise<void> {
  await rm(credentialsFile(), { force: true });
}

async function readStored(file: string): Promise<{ url: string; key: string } | undefined> {
  try {
    const { url, key } = JSON.parse(await readFile(file, 'utf8')) as { url?: unknown; key?: unknown };
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}
