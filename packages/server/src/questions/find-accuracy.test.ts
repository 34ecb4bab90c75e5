import type { GivenQuestion } from '@brickwork/contract/plain-questions';
import { inferQuestion } from '@brickwork/contract/plain-questions';
import { normaliseKit } from '@brickwork/engine/kits/normalise-kit';
import { describe, expect, it } from 'vitest';
import { createKitCache } from '../kits/kit-cache.ts';
import type { ReviewedAnswer } from '../reviews/quality/measure-quality.ts';
import { findAccuracies } from './find-accuracy.ts';
import { publishedAccuracy } from './published-accuracy.ts';

const question = 'Did anybody mention a competitor?';
const KIT = normaliseKit({
  kit: 'review',
  bricks: [
    { key: 'points', type: 'numeric', score: { items: [{ brick: 'rival', points: 10 }] } },
    { key: 'rival', type: 'boolean', question },
    { key: 'nights', type: 'numeric', question: 'How many nights?', min: 0, max: 30 },
  ],
});

const said = (runId: string, more: Partial<ReviewedAnswer> = {}): ReviewedAnswer => ({
  ...{ runId, brick: 'rival', reviewer: 'a', verdict: 'correct', value: undefined, answer: true, confidence: 0.9 },
  ...{ probability: 1, group: undefined },
  ...more,
});

async function accuracyOf(given: GivenQuestion, reviews: readonly ReviewedAnswer[]) {
  const content = { kit: KIT, brickIds: [], bytes: 1 };
  const deps = {
    kits: { store: { loadContent: async () => content }, cache: createKitCache() },
    quality: { reviewedAnswers: async () => [...reviews] },
  };
  const kits = [{ kitId: 'kit_1', kitVersionId: 'version_1' }];
  const scope = { workspaceId: 'ws_1', environment: 'live' } as const;
  const [found] = await findAccuracies(deps, scope, [inferQuestion(given, new Set())], { answerer: 'reader', kits });
  return found;
}

describe('findAccuracies', () => {
  it('counts the few reviews that say what the engine’s chance was, in addition to what was measured', async () => {
    const found = await accuracyOf({ question }, [said('1'), said('2'), said('3', { confidence: undefined })]);
    const published = publishedAccuracy('reader', 'boolean');
    expect(found).toMatchObject({
      basis: 'published',
      source: `${published?.source} 2 reviewed answers to this question, of calls drawn at random, count as well.`,
    });
    expect(found?.scores?.judged.yes.reduce((sum, each) => sum + each)).toBe(2);
  });

  it('is what was measured where no review says it, or nobody was drawn', async () => {
    const published = publishedAccuracy('reader', 'boolean');
    expect(await accuracyOf({ question }, [said('1', { confidence: undefined })])).toEqual(published);
    expect(await accuracyOf({ question }, [said('1', { probability: undefined })])).toEqual(published);
    expect(await accuracyOf({ question: 'Was anybody angry?' }, [said('1')])).toEqual(published);
  });

  it('looks for the same question among those of a kit, which also computes scores', async () => {
    const nights = { question: 'how many nights', type: 'numeric' } as const;
    const reviews = Array.from({ length: 40 }, (_, at) => said(`${at}`, { brick: 'nights', answer: at }));
    expect(await accuracyOf(nights, reviews)).toMatchObject({ basis: 'reviewed', right: { share: 1 } });
    const guests = { question: 'How many guests?', type: 'numeric' } as const;
    expect(await accuracyOf(guests, reviews)).toEqual(publishedAccuracy('reader', 'numeric'));
  });
});
