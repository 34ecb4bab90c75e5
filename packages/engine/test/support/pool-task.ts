/** Tasks for a pool whose threads do what a question says (`misbehaving-worker.ts`). */
import type { KitDocument } from '@brickwork/contract/kit';
import type { LocalTask } from '../../src/evaluation/evaluate-kit.ts';

export const WORKER = new URL('./misbehaving-worker.ts', import.meta.url);

export function task(question: string, transcript: unknown = 'Agent: hi\nCustomer: hello'): LocalTask {
  const kit: KitDocument = {
    kit: 'pool_kit',
    bricks: [
      { key: 'words', type: 'numeric', metric: 'word_count' },
      { key: 'told', type: 'numeric', question },
    ],
  };
  return { kit, input: { transcript }, keys: ['words', 'told'] };
}
