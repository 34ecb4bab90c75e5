/**
 * PostgreSQL refuses to run as root. As root we run it as an unprivileged user instead: the owner of an existing
 * cluster, else `postgres`, else `nobody`. As any other user we run it as ourselves.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface RunAs {
  uid: number;
  gid: number;
}

export function chooseRunAs(existingClusterDir?: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existingClusterDir !== undefined) {
    const owner = statSync(existingClusterDir);
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65534, gid: 65534 };
}

/** Whether that user may walk down to `path` (which must exist); `mktemp -d` and root's home are 0700, for instance. */
export function canReach(runAs: RunAs | undefined, path: string): boolean {
  if (runAs === undefined) return true;
  for (let current = path; ; current = dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    const executable = uid === runAs.uid ? 0o100 : gid === runAs.gid ? 0o010 : 0o001;
    if ((mode & executable) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
