/** A kit whose built-in answers reviewers judged: most of them are right, and one brick claims as much as the others and is often wrong. */
import { expect } from 'vitest';
import { publishedKit } from './kits.ts';
import type { TestService } from './test-service.ts';
import { toldRun } from './told-evaluator.ts';

const yesNo = (key: string) => ({ key, type: 'boolean', question: `Is it ${key}?` });
export const CLAIMS_KIT = {
  kit: 'claims',
  bricks: [
    ...['solved', 'polite', 'urgent', 'angry', 'worded', 'rare'].map(yesNo),
    { ...yesNo('fixed'), engine: 'local' },
  ],
};

/** As the built-in model might answer run `at`: `angry` is wrong in every third. */
function answersOf(at: number) {
  const read = (confidence: number) => ({ value: true, confidence, basis: 'read' });
  return {
    solved: read(at % 2 === 0 ? 0.88 : 0.55),
    polite: read(0.82),
    urgent: read(at % 3 === 0 ? 0.86 : 0.81),
    angry: read(0.87),
    worded: { value: true, confidence: 0.97, basis: 'lexical' },
    rare: at === 0 ? read(0.84) : { value: null, applicability: 'not_applicable', confidence: 0.9, basis: 'condition' },
    fixed: read(0.9),
  };
}

/** So many runs, the first of them reviewed. */
export async function plantClaims(service: TestService, key: string, runs: number, reviewed: number): Promise<void> {
  const { kit_code: code } = await publishedKit(service, CLAIMS_KIT, key);
  for (let at = 0; at < runs; at += 1) {
    const runId = await toldRun(service, key, code, answersOf(at));
    if (at >= reviewed) continue;
    const body = [
      ...['solved', 'polite', 'urgent', 'worded', 'fixed'].map((brick) => ({ brick, verdict: 'correct' })),
      at % 3 === 0 ? { brick: 'angry', verdict: 'wrong', value: false } : { brick: 'angry', verdict: 'correct' },
    ];
    expect((await service.call('POST', `/v1/runs/${runId}/reviews`, { key, body })).status).toBe(201);
  }
}
