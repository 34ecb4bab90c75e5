import { setTimeout as sleep } from 'node:timers/promises';

export async function until(what: string, limitMs: number, check: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`waited ${limitMs / 1_000} s in vain: ${what}`);
    await sleep(100);
  }
}
