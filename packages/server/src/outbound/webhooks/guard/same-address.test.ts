import { describe, expect, it } from 'vitest';
import { isSameAddress } from './same-address.ts';

describe('isSameAddress', () => {
  it.each([
    ['93.184.216.34', '93.184.216.34'],
    ['::ffff:93.184.216.34', '93.184.216.34'],
    ['::FFFF:93.184.216.34', '93.184.216.34'],
    ['2606:4700:4700::1111', '2606:4700:4700::1111'],
    ['2606:4700:4700::1111', '2606:4700:4700:0:0:0:0:1111'],
    ['2606:4700:4700::ABCD', '2606:4700:4700::abcd'],
  ])('%s is %s', (peer, dialled) => {
    expect(isSameAddress(peer, dialled)).toBe(true);
  });

  it.each([
    [undefined, '93.184.216.34'],
    ['93.184.216.35', '93.184.216.34'],
    ['::ffff:93.184.216.35', '93.184.216.34'],
    ['2606:4700:4700::1112', '2606:4700:4700::1111'],
    ['2606:4700:4700::1111', '93.184.216.34'],
    ['93.184.216.34', '2606:4700:4700::1111'],
    [undefined, '2606:4700:4700::1111'],
  ] as [string | undefined, string][])('%s is not %s', (peer, dialled) => {
    expect(isSameAddress(peer, dialled)).toBe(false);
  });
});
