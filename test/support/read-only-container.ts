/**
 * What `docker run --read-only --user …` makes of an image, without Docker: a root directory of its own in a private mount namespace, where
 * only the volume can be written to, /tmp included. Needs root and util-linux; the program in it has neither.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { megabytesOf } from '../../bench/support/service-node.ts';

export interface Container {
  /** An empty directory, which becomes the root. */
  root: string;
  /** What is /app. */
  app: string;
  /** What is /data. */
  volume: string;
  /** What it links to, and where. */
  links: readonly (readonly [target: string, path: string])[];
}

/** The user that the base image has (USER node). */
export const NODE_USER = { name: 'node', id: 1000 };

/** Of the machine: libraries and a shell. */
const OF_THE_MACHINE = ['/usr/bin', '/usr/lib', '/bin', '/lib', '/lib64'].filter((path) => existsSync(path));
const DEVICES = ['/dev', '/proc'];
/** Where the base image has it; the one that runs the tests stands for it. */
const NODE = '/usr/local/bin/node';

export const CONTAINER_PATH = '/usr/local/bin:/usr/bin:/bin';

const SCRIPT = `set -e
root=$1; shift
mount --bind "$root" "$root"
while [ "$1" != -- ]; do
  mount --rbind "$2" "$root$3"
  [ "$1" = rw ] || mount -o remount,bind,ro "$root$3"
  shift 3
done
shift
mount -o remount,bind,ro "$root"
exec /usr/sbin/chroot --userspec=${NODE_USER.id}:${NODE_USER.id} --groups= "$root" env -C /app "$@"`;

export function canMakeContainers(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('unshare', ['-m', 'mount', '-o', 'remount,bind,ro', '/'], { timeout: 60_000 }).status === 0;
}

/** The root directory of the base image, as far as a program of ours sees it. */
export function prepareContainer({ root, volume, links }: Container): void {
  for (const path of [...OF_THE_MACHINE, ...DEVICES, dirname(NODE), '/app', '/data', '/etc', '/tmp', '/home/node'])
    mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, NODE), '');
  for (const [target, path] of links) symlinkSync(target, join(root, path));
  writeFileSync(join(root, 'etc/passwd'), `${NODE_USER.name}:x:${NODE_USER.id}:${NODE_USER.id}::/home/node:/bin/sh\n`);
  writeFileSync(join(root, 'etc/group'), `${NODE_USER.name}:x:${NODE_USER.id}:\n`);
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  execFileSync('chown', [`${NODE_USER.id}:${NODE_USER.id}`, volume, join(root, 'home/node')], { timeout: 60_000 });
}

/** The command that runs another one in it. It becomes that one: signals reach it. */
export function inContainer({ root, app, volume }: Container, command: readonly string[]): [string, ...string[]] {
  const mounts = [
    ...OF_THE_MACHINE.map((path) => ['ro', path, path]),
    ...DEVICES.map((path) => ['rw', path, path]),
    ['ro', process.execPath, NODE],
    ['ro', app, '/app'],
    ['rw', volume, '/data'],
  ];
  return ['unshare', '-m', 'sh', '-c', SCRIPT, 'container', root, ...mounts.flat(), '--', ...command];
}

export function userOf(pid: number): number {
  const [, user] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(user);
}

/**
 * The memory that a container's limit counts and the kernel cannot take back: the service's peak without the files it has mapped, and what is
 * each of PostgreSQL's processes' own. What these share counts once.
 */
export function megabytesNeeded(pid: number): number {
  const others = familyOf(pid).filter((each) => each !== pid);
  const figures = (field: string) => others.map((each) => megabytesOf(each, field) ?? 0);
  const own = figures('RssAnon').reduce((sum, megabytes) => sum + megabytes, 0);
  const service = (megabytesOf(pid, 'VmHWM') ?? Number.NaN) - (megabytesOf(pid, 'RssFile') ?? 0);
  return service + own + Math.max(0, ...figures('RssShmem'));
}

function familyOf(pid: number): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const family = [pid];
  for (const member of family) family.push(...[...parents].filter(([, parent]) => parent === member).map(([id]) => id));
  return family;
}

/** Undefined for a process that has ended. */
function parentOf(pid: string): number | undefined {
  try {
    const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}
