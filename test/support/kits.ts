/** Kit documents for tests, and the way they get into the service. */
import type { TestResponse, TestService } from './test-service.ts';

export interface Pushed {
  kit_id: string;
  kit_code: string;
  kit_version_id: string;
  version: number;
}

const question = 'How did it go?';

/** A document with one brick of each type; `more` replaces members of it. */
export function kitDocument(slug: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    kit: slug,
    name: 'Review',
    description: 'What happened.',
    bricks: [
      { key: 'score', name: 'Score', type: 'numeric', question, min: 0, max: 10, step: 1, output: ['confidence'] },
      { key: 'solved', type: 'boolean', question },
      { key: 'mood', type: 'categorical', question, categories: [{ value: 'good' }, { value: 'bad' }] },
      { key: 'caller', type: 'text', question, extract: 'name' },
    ],
    ...more,
  };
}

export function push(
  service: TestService,
  document: unknown,
  options: { key?: string; publish?: boolean } = {},
): Promise<TestResponse> {
  const path = options.publish ? '/v1/kits?publish=true' : '/v1/kits';
  return service.call('POST', path, { key: options.key ?? service.adminKey, body: document });
}

/** Pushes and publishes, and fails the test if that does not work. */
export async function publishedKit(service: TestService, document: unknown, key?: string): Promise<Pushed> {
  const { status, body } = await push(service, document, { publish: true, ...(key !== undefined && { key }) });
  if (status !== 201 && status !== 200) throw new Error(`the kit was refused: ${JSON.stringify(body)}`);
  return body;
}
