/** Which lines a mutation run changes, and which tests are to notice. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';

/** The rooms that must not lose anything: what they do wrong is noticed late, and by somebody else. */
export const GUARDED_ROOMS = ['runs', 'queue', 'webhooks', 'reviews', 'usage'];

/** Tests that go through a room without having its name. */
const ALSO_ASKED: Readonly<Record<string, readonly string[]>> = {
  queue: ['runs/execution', 'runs/control-runs', 'service/worker-role', 'webhooks/deliver'],
  reviews: ['insights/reviewed-and-used'],
  runs: ['imports/*', 'speakers/*', 'views/*'],
  usage: ['runs/model-runs', 'runs/read-runs', 'insights/reviewed-and-used', 'settings/settings', 'spend/*'],
  'outbound/webhooks': ['events/*'],
};

const SOURCE = /^packages\/(?:server|engine|client)\/src\/.*\.ts$/;
const TEST = /\.test\.ts$/;

/** Ranges as `path:from-to`, of the source lines that differ from a revision. */
export function changedLines(since: string): string[] {
  const diff = execFileSync('git', ['diff', '--unified=0', '--no-color', '--diff-filter=d', since, '--', 'packages'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return rangesOf(diff);
}

export function rangesOf(diff: string): string[] {
  const ranges: string[] = [];
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const hunk = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null || !SOURCE.test(file) || TEST.test(file)) continue;
    const [from, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    if (count > 0) ranges.push(`${file}:${from}-${from + count - 1}`);
  }
  return ranges;
}

/** The name of a room, or of a part of one where no room has it, stands for its files; anything else is a path, as it is. */
export function filesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const room = globSync(`packages/{server,engine}/src/${name}/**/*.ts`);
    const found = room.length > 0 ? room : globSync(`packages/{server,engine}/src/*/${name}/**/*.ts`);
    return found.length === 0 ? [name] : found.filter((file) => !TEST.test(file));
  });
}

/**
 * The tests of the rooms that the files are in, and of the parts of the API that have the name of a room or of a folder in it. A part of a
 * room that is listed above has tests of its own.
 */
export function testsOf(files: readonly string[]): string[] {
  const patterns = files.flatMap((file) => {
    const [, name, room = '', folder = room] = /^packages\/(\w+)\/src\/([\w-]+)(?:\/([\w-]+)\/)?/.exec(file) ?? [];
    const own = `${room}/${folder}` in ALSO_ASKED ? `${room}/${folder}` : room;
    return [
      `packages/${name}/src/${own}/**/*.test.ts`,
      ...[room, folder].flatMap((part) => [
        `packages/${name}/test/${part}*.test.ts`,
        `packages/${name}/test/api/${part}/**/*.test.ts`,
      ]),
      ...(ALSO_ASKED[own] ?? []).map((tests) => `packages/${name}/test/api/${tests}.test.ts`),
    ];
  });
  const found = new Set([...new Set(patterns)].flatMap((pattern) => globSync(pattern)));
  return [...found].filter((file) => !file.endsWith('.system.test.ts')).toSorted();
}
