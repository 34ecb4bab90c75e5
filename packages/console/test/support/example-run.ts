/** A service with an example kit and finished runs on it, as somebody would find it who signs in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { publishKit } from '../../../../test/support/runs.ts';
import type { TestService } from '../../../../test/support/test-service.ts';

const EXAMPLES = join(import.meta.dirname, '../../../../examples/kits');

export const readExample = (path: string): string => readFileSync(join(EXAMPLES, path), 'utf8');

export function publishExample(service: TestService, name: string, key = service.adminKey) {
  return publishKit(service, key, parse(readExample(`${name}/kit.yaml`)));
}

export async function finishedRun(service: TestService, body: object, key = service.adminKey): Promise<string> {
  const { status, body: run } = await service.call('POST', '/v1/runs', { key, body: { ...body, mode: 'sync' } });
  if (status !== 200) throw new Error(`the run did not end: ${status} ${JSON.stringify(run).slice(0, 500)}`);
  return run.run_id;
}
