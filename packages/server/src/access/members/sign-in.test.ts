import { describe, expect, it } from 'vitest';
import { createSignInFailures } from './sign-in.ts';

describe('failed sign-ins', () => {
  it('with a wrong code are forgotten once somebody comes in, wherever they come from', async () => {
    const failures = createSignInFailures({ perAccount: 3 });
    for (const address of ['192.0.2.1', '198.51.100.1', '203.0.113.1']) await failures.count(address, 'a/b', 'code');
    await expect(failures.check('192.0.2.200', 'a/b')).rejects.toThrow('Too many attempts failed');
    await failures.clear('a/b');
    await failures.check('192.0.2.200', 'a/b');
  });

  it('hold up one account from one address, and no other account', async () => {
    const failures = createSignInFailures({ perAccount: 3 });
    for (let attempt = 0; attempt < 3; attempt += 1) await failures.count('192.0.2.1', 'a/b', 'password');
    await expect(failures.check('192.0.2.1', 'a/b')).rejects.toThrow('Wait 15 minutes');
    await failures.check('192.0.2.1', 'a/c');
    await failures.check('198.51.100.1', 'a/b');
  });
});
