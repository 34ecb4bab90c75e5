import { describe, expect, it } from 'vitest';
import type { OwnedIntake } from './intake.ts';
import { rememberAddresses } from './remember-addresses.ts';
import type { IntakeStore } from './store/intake-store.ts';

function setUp() {
  const asked: { address: string; answer(owned: OwnedIntake | undefined): void; fail(): void }[] = [];
  let now = new Date('2026-11-17T10:00:00Z');
  const store = {
    findByAddress: (address: string) =>
      new Promise<OwnedIntake | undefined>((answer, reject) => {
        asked.push({ address, answer, fail: () => reject(new Error('away')) });
      }),
    remove: async () => true,
  } as unknown as IntakeStore;
  const remembered = rememberAddresses(store, { now: () => now });
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { asked, remembered, later };
}

const owned = (name: string) => ({ intake: { name } }) as unknown as OwnedIntake;

describe('rememberAddresses', () => {
  it('asks once for deliveries that arrive together and after each other, and again after ten seconds', async () => {
    const { asked, remembered, later } = setUp();
    const both = Promise.all([remembered.findByAddress('a'), remembered.findByAddress('a')]);
    asked[0]?.answer(owned('calls'));
    expect(await both).toEqual([owned('calls'), owned('calls')]);
    expect(await remembered.findByAddress('a')).toEqual(owned('calls'));
    expect(asked).toHaveLength(1);
    later(10_001);
    const again = remembered.findByAddress('a');
    asked[1]?.answer(owned('other'));
    expect(await again).toEqual(owned('other'));
  });

  it('forgets after a change, also what was asked for before the change and answered after it', async () => {
    const { asked, remembered } = setUp();
    const early = remembered.findByAddress('a');
    await remembered.remove({ workspaceId: 'ws', environment: 'live' }, 'calls', {} as never);
    asked[0]?.answer(owned('old'));
    expect(await early).toEqual(owned('old'));
    const late = remembered.findByAddress('a');
    asked[1]?.answer(undefined);
    expect(await late).toBeUndefined();
  });

  it('remembers neither an address that nobody has nor a fault', async () => {
    const { asked, remembered } = setUp();
    const none = remembered.findByAddress('a');
    asked[0]?.answer(undefined);
    await none;
    const away = remembered.findByAddress('a');
    asked[1]?.fail();
    await expect(away).rejects.toThrow('away');
    const found = remembered.findByAddress('a');
    asked[2]?.answer(owned('calls'));
    expect(await found).toEqual(owned('calls'));
  });
});
