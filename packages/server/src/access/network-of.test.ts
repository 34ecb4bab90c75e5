import { ServiceError } from '@brickwork/engine/core/service-error';
import { describe, expect, it } from 'vitest';
import { createFailureGuard } from '../http/guard-failures.ts';
import { createSignInFailures } from './members/sign-in.ts';
import { networkOf } from './network-of.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['unix', 'unix'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('an attacker with a network of IPv6', () => {
  it('has one number of attempts to sign in', async () => {
    const failures = createSignInFailures({ perAccount: 3, perAddress: 5 });
    for (let last = 1; last <= 3; last += 1) await failures.count(`2001:db8::${last}`, 'default/anna@example.com');
    await expect(failures.check('2001:db8::ffff', 'default/anna@example.com')).rejects.toThrow();
    await failures.check('2001:db8::ffff', 'default/otto@example.com');
    await failures.check('2001:db8:0:1::1', 'default/anna@example.com');
  });

  it('has one number of attempts to guess a key', async () => {
    const guard = createFailureGuard(3);
    const fail = (address: string) => guard.onFailure(address, new ServiceError('invalid_api_key'));
    for (let last = 1; last <= 3; last += 1)
      expect((await fail(`2001:db8::${last}`)).retryAfterSeconds).toBeUndefined();
    expect((await fail('2001:db8::ffff')).retryAfterSeconds).toBeGreaterThan(0);
  });
});
