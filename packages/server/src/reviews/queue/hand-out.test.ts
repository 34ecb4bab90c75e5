import type { Brick } from '@brickwork/engine/kits/normalise-kit';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../../access/principal.ts';
import {
  checkMatches,
  getQueue,
  type HandOut,
  keysOf,
  nextItem,
  renewItem,
  returnItem,
  setPolicy,
} from './hand-out.ts';
import type { PolicyMatch, ReviewPolicy } from './review-policy.ts';

const BRICKS = [
  { key: 'mood', type: 'categorical', categories: [{ value: 'good' }, { value: 'bad' }] },
  { key: 'themes', type: 'categorical', many: true, categories: [{ value: 'price' }, { value: 'speed' }] },
  { key: 'one', type: 'categorical', many: false, categories: [{ value: 'price' }] },
  { key: 'solved', type: 'boolean' },
] as unknown as Brick[];
const policyOf = (...match: PolicyMatch[]): ReviewPolicy => ({
  ...{ random: 0, belowConfidence: undefined, match, secondReview: 0 },
});
const check = (...match: PolicyMatch[]) => checkMatches(policyOf(...match), BRICKS, new Map([['team', 'crm_team']]));

describe('checkMatches', () => {
  it.each<[PolicyMatch]>([
    [{ brick: 'mood', value: 'bad' }],
    [{ brick: 'mood', value: null }],
    [{ brick: 'solved', value: false }],
    [{ brick: 'themes', value: 'price' }],
    [{ brick: 'themes', value: ['price', 'speed'] }],
    [{ brick: 'themes', value: null }],
    [{ brick: 'one', value: 'price' }],
    [{ dimension: 'team', value: 'anything' }],
    [{ metadata: 'unheard of', value: 'anything' }],
  ])('takes what an answer can be: %j', (match) => {
    expect(() => check(match)).not.toThrow();
  });

  it.each<[PolicyMatch, string]>([
    [{ brick: 'mod', value: 'bad' }, 'match[1].brick: the kit has no brick mod. Did you mean "mood"?'],
    [{ brick: 'mood', value: 'sad' }, 'match[1].value: "sad" is not one of the categories'],
    [{ brick: 'mood', value: true }, 'match[1].value: "true" is not one of the categories. There are bad, good.'],
    [{ brick: 'themes', value: 'sped' }, 'Did you mean "speed"?'],
    [{ brick: 'themes', value: ['price', 'price'] }, 'match[1].value: '],
    [{ brick: 'solved', value: 'yes' }, 'match[1].value: must be true or false.'],
    [{ dimension: 'tea', value: 'a' }, 'match[1].dimension: there is no such dimension. Did you mean "team"?'],
  ])('refuses what no answer can be, and says where: %j', (match, sentence) => {
    expect(() => check({ brick: 'mood', value: 'good' }, match)).toThrow(sentence);
  });
});

const NOW = new Date('2026-01-01T00:00:00Z');
const KEY = { workspaceId: 'ws_1', environment: 'live', actor: { kind: 'key', id: 'key_1', name: 'CRM' } };
const PRINCIPAL = KEY as unknown as Principal;
const KIT_ID = '0190c8f0-0000-7000-8000-000000000001';

/** A queue that notes what it is asked. */
function setUp(policy: ReviewPolicy | undefined, result: unknown = { itemId: 'rvi_1' }) {
  const asked: unknown[] = [];
  const note =
    (name: string, answer?: unknown) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given.slice(1)]);
      return answer;
    };
  const deps = {
    appeals: { list: note('appeals', ['an appeal']) },
    queue: {
      draw: note('draw'),
      state: async () => ({ policy, open: 3, leased: 1, reviewed: 2, isCaughtUp: true }),
      setPolicy: note('setPolicy'),
      next: note('next', { itemId: 'rvi_1' }),
      renew: note('renew', result),
      giveBack: note('giveBack', result),
    },
    kits: {
      store: {
        findKit: async () => ({ kitId: KIT_ID }),
        findVersion: async () => ({ versionId: 'v' }),
        loadContent: async () => ({ kit: { bricks: BRICKS } }),
      },
      cache: new Map(),
    },
    dimensions: { rows: async () => [{ name: 'team', metadataKey: 'crm_team' }] },
    clock: { now: () => NOW },
  } as unknown as HandOut;
  return { deps, asked };
}

describe('the queue of a kit', () => {
  it('is drawn from before it is shown, with the appeals that are open', async () => {
    const { deps, asked } = setUp(policyOf({ dimension: 'team', value: 'a' }));
    const shown = await getQueue(deps, PRINCIPAL, KIT_ID);
    expect(shown).toMatchObject({ kitId: KIT_ID, open: 3, appeals: ['an appeal'], problem: undefined });
    expect(asked).toEqual([
      ['draw', KIT_ID, NOW, await keysOf(deps, PRINCIPAL)],
      [
        'appeals',
        { status: 'open', runId: undefined, kitId: KIT_ID, agent: undefined },
        { before: undefined, limit: 50 },
      ],
    ]);
  });

  it('says that a dimension of its policy is gone, and nothing without a policy', async () => {
    const gone = policyOf({ brick: 'mood', value: 'bad' }, { dimension: 'desk', value: 'a' });
    expect((await getQueue(setUp(gone).deps, PRINCIPAL, KIT_ID)).problem).toContain('“desk”');
    expect((await getQueue(setUp(undefined).deps, PRINCIPAL, KIT_ID)).problem).toBeUndefined();
    const metadata = policyOf({ metadata: 'desk', value: 'a' });
    expect((await getQueue(setUp(metadata).deps, PRINCIPAL, KIT_ID)).problem).toBeUndefined();
  });

  it('begins now, or at the time that is asked for', async () => {
    const { deps, asked } = setUp(undefined);
    const since = new Date('2025-01-01T00:00:00Z');
    const policy = policyOf();
    await setPolicy(deps, PRINCIPAL, KIT_ID, policy, undefined);
    await setPolicy(deps, PRINCIPAL, KIT_ID, policy, since);
    expect((asked as unknown[][]).filter(([name]) => name === 'setPolicy')).toEqual([
      ['setPolicy', KIT_ID, policy, NOW, NOW],
      ['setPolicy', KIT_ID, policy, since, NOW],
    ]);
    await expect(
      setPolicy(deps, PRINCIPAL, KIT_ID, policyOf({ brick: 'none', value: 1 }), undefined),
    ).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('hands out the next item for a quarter of an hour', async () => {
    const { deps, asked } = setUp(undefined);
    expect(await nextItem(deps, PRINCIPAL, KIT_ID, 'ann')).toEqual({ item: { itemId: 'rvi_1' }, open: 3 });
    expect(asked).toEqual([
      ['draw', KIT_ID, NOW, await keysOf(deps, PRINCIPAL)],
      ['next', KIT_ID, 'key_1/ann', 900_000],
    ]);
    expect(await renewItem(deps, PRINCIPAL, 'rvi_1', undefined)).toEqual({ itemId: 'rvi_1' });
    await returnItem(deps, PRINCIPAL, 'rvi_1', undefined);
    expect(asked.slice(2)).toEqual([
      ['renew', 'rvi_1', 'key_1', 900_000],
      ['giveBack', 'rvi_1', 'key_1'],
    ]);
  });

  it.each([
    ['lost', 'lease_lost'],
    [undefined, 'not_found'],
  ])('refuses what is %s: %s', async (result, code) => {
    const { deps } = setUp(undefined, 'x');
    Object.assign(deps.queue, { renew: async () => result, giveBack: async () => result });
    await expect(renewItem(deps, PRINCIPAL, 'rvi_1', undefined)).rejects.toMatchObject({ code });
    await expect(returnItem(deps, PRINCIPAL, 'rvi_1', undefined)).rejects.toMatchObject({ code });
  });
});
