import { checkKit } from '@brickwork/engine/kits/check-kit';
import { describe, expect, it } from 'vitest';
import { createKitCache } from './kit-cache.ts';

const checked = checkKit({ kit: 'review', bricks: [{ key: 'a', type: 'boolean', question: '?' }] });
if ('faults' in checked) throw new Error(JSON.stringify(checked.faults));
const { kit } = checked;
const content = (bytes: number) => ({ kit, brickIds: [], bytes });

describe('createKitCache', () => {
  it('drops what was used longest ago, and no more than it must', () => {
    const cache = createKitCache(100);
    cache.set('a', content(40));
    cache.set('b', content(40));
    expect(cache.get('a')).toBeDefined();
    cache.set('c', content(40));
    expect(['a', 'b', 'c'].filter((id) => cache.get(id) !== undefined)).toEqual(['a', 'c']);
  });

  it('counts a version once, however often it is set', () => {
    const cache = createKitCache(100);
    for (let times = 0; times < 5; times += 1) cache.set('a', content(40));
    cache.set('b', content(40));
    expect(['a', 'b'].filter((id) => cache.get(id) !== undefined)).toEqual(['a', 'b']);
  });

  it('keeps nothing that is larger than itself', () => {
    const cache = createKitCache(100);
    cache.set('a', content(101));
    expect(cache.get('a')).toBeUndefined();
  });
});
