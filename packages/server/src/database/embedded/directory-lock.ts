/**
 * One process at a time owns a data directory. The lock is a file that appears atomically (link) and names its owner;
 * an owner that is no longer alive (kill -9, power cut) loses it without any manual step.
 */
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStart } from './process-start.ts';

/** `service` holds the directory until it is stopped; a `command` only while it works. */
export type LockKind = 'service' | 'command';

export interface LockOwner {
  pid: number;
  kind: LockKind;
  /** When the process started, as its operating system reports it: a reused pid is not mistaken for the owner. */
  start: string | undefined;
}

export type LockResult = { release: () => void } | { owner: LockOwner };

export function lockDirectory(dataDir: string, kind: LockKind): LockResult {
  const path = join(dataDir, 'owner.json');
  const mine = `${path}.${process.pid}`;
  const me: LockOwner = { pid: process.pid, kind, start: processStart(process.pid) };
  writeFileSync(mine, JSON.stringify(me), { mode: 0o644 });
  try {
    for (;;) {
      try {
        linkSync(mine, path);
        return { release: () => releaseIfMine(path, me) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const owner = readOwner(path);
      if (owner !== undefined && isAlive(owner)) return { owner };
      moveAside(path, owner);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** The owner of the directory, if its process is alive. */
export function ownerOf(dataDir: string): LockOwner | undefined {
  const owner = readOwner(join(dataDir, 'owner.json'));
  return owner !== undefined && isAlive(owner) ? owner : undefined;
}

function readOwner(path: string): LockOwner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LockOwner;
  } catch {
    return undefined;
  }
}

function isAlive(owner: LockOwner): boolean {
  const start = processStart(owner.pid);
  return start !== undefined && (owner.start === undefined || owner.start === start);
}

/** Two processes may compete for a dead owner's file: one that moved a live owner's file away puts it back. */
function moveAside(path: string, stale: LockOwner | undefined): void {
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readOwner(aside);
  if (moved !== undefined && moved.pid !== stale?.pid && isAlive(moved)) {
    try {
      linkSync(aside, path);
    } catch {
      // Somebody else owns it now; PostgreSQL's own lock prevents a second server in any case.
    }
  }
  rmSync(aside, { force: true });
}

function releaseIfMine(path: string, me: LockOwner): void {
  const owner = readOwner(path);
  if (owner?.pid === me.pid && owner.start === me.start) unlinkSync(path);
}
