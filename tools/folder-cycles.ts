/** Cycles between the folders of a package: `packages/console/src/ui → packages/console/src/api → packages/console/src/ui`. */
interface Module {
  source: string;
  dependencies: readonly { resolved: string }[];
}

/** The folder below `src`; undefined for tests, which may use anything, and for files outside of a package's folders. */
function folderOf(file: string): string | undefined {
  if (/\.test\.tsx?$/.test(file)) return undefined;
  return /^packages\/[^/]+\/src\/[^/]+(?=\/)/.exec(file)?.[0];
}

export function folderCycles(modules: readonly Module[]): string[][] {
  const uses = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === undefined) continue;
    const targets = uses.get(from) ?? new Set();
    uses.set(from, targets);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to !== undefined && to !== from) targets.add(to);
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
