/**
 * The process that runs expressions. They run in a thread of it, so that it notices when the service is gone, whatever an expression does:
 * an endless loop must not survive the service. V8's own limit does not count strings while they are made (`$pad("a", 5e8)` takes 500 MB), so
 * the process looks at what it holds and ends itself; whoever waits for it is told that the expression used too much memory.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { MEMORY_MB } from './expression-memory.ts';
import type { ExpressionMessage } from './expression-processes.ts';

/** In so many milliseconds a machine writes about 25 MB. */
const LOOK_EVERY_MS = 5;

const worker = new Worker(new URL(`./expression-worker${extname(import.meta.url)}`, import.meta.url));
let looking: NodeJS.Timeout | undefined;
// Not by `exit`, which waits for the thread to notice, and a string that is being made does not.
const look = () => {
  if (process.memoryUsage.rss() > MEMORY_MB * 1024 * 1024) process.kill(process.pid, 'SIGKILL');
};
worker.on('message', (message: ExpressionMessage) => {
  clearInterval(looking);
  if ('started' in message) looking = setInterval(look, LOOK_EVERY_MS);
  process.send?.(message);
});
worker.on('error', () => process.exit(1));
process.on('message', (task) => worker.postMessage(task));
process.on('disconnect', () => process.exit(0));
