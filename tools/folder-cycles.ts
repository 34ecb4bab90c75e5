/**
 * Cycles between folders, at every level of a package: `packages/console/src/ui → packages/console/src/api → packages/console/src/ui`.
 * Stores are a layer above the rooms: `runs/store` is a folder beside `runs`, and a room that takes only its store's type does not depend on it.
 * A part of a room may have a store too: `outbound/webhooks/store` is in that layer, as the folder `webhooks` of `outbound (store)`.
 */
interface Module {
  source: string;
  dependencies: readonly { resolved: string; dependencyTypes: readonly string[] }[];
}

/** The folders of a source file from its package on; undefined for tests, which may use anything, and for files outside of packages. */
function foldersOf(file: string): string[] | undefined {
  if (/\.test\.tsx?$/.test(file)) return undefined;
  const match = /^(packages\/[^/]+\/src)\/(.+)\/[^/]+$/.exec(file);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return [match[1], ...match[2].replace(/^([^/]+)(\/[^/]+)?\/store\b/, '$1 (store)$2').split('/')];
}

const isStore = (folders: readonly string[]): boolean => folders[1]?.endsWith(' (store)') ?? false;

/** Where two files part: the folder of each below the last one that they share; undefined when one lies in a folder above the other's. */
function parting(from: readonly string[], to: readonly string[]): [string, string] | undefined {
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared += 1;
  if (shared === 0 || shared >= from.length || shared >= to.length) return undefined;
  return [from.slice(0, shared + 1).join('/'), to.slice(0, shared + 1).join('/')];
}

export function folderCycles(modules: readonly Module[]): string[][] {
  const uses = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = foldersOf(source);
    if (from === undefined) continue;
    for (const { resolved, dependencyTypes } of dependencies) {
      const to = foldersOf(resolved);
      if (to === undefined) continue;
      if (isStore(to) && !isStore(from) && dependencyTypes.includes('type-only')) continue;
      const [folder, target] = parting(from, to) ?? [];
      if (folder === undefined || target === undefined) continue;
      uses.set(folder, (uses.get(folder) ?? new Set()).add(target));
    }
  }
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): void => {
    const start = path.indexOf(folder);
    if (start >= 0) cycles.push([...path.slice(start), folder]);
    if (start >= 0 || done.has(folder)) return;
    for (const next of uses.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of uses.keys()) visit(folder, []);
  return cycles;
}
