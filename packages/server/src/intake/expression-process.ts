/**
 * The process that runs expressions. They run in a thread of it, so that it notices when the service is gone, whatever an expression does:
 * an endless loop must not survive the service.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL(`./expression-worker${extname(import.meta.url)}`, import.meta.url));
worker.on('message', (message) => process.send?.(message));
worker.on('error', () => process.exit(1));
process.on('message', (task) => worker.postMessage(task));
process.on('disconnect', () => process.exit(0));
