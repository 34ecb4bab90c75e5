/**
 * Ends what is left when this process ends, however it ends: a shell that reads a pipe of ours and, when the pipe closes, kills
 * every process whose id is in the directory. A process that was stopped in order has removed its file.
 */
import { spawn } from 'node:child_process';

const SCRIPT = `
cat >/dev/null
for file in "$1"/*.pid "$1"/*/postgresql/postmaster.pid; do
  test -f "$file" && read -r pid < "$file" && kill -9 "$pid" 2>/dev/null
done
rm -rf "$1"`;

export interface Watchdog {
  /** Everything has been ended: only the directory is left to remove. */
  dismiss(): Promise<void>;
}

export function startWatchdog(directory: string): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'brickwork-ha-watchdog', directory], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    async dismiss() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
