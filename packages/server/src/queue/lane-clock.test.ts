import { describe, expect, it } from 'vitest';
import { LaneClock } from './lane-clock.ts';

describe('LaneClock', () => {
  it('puts a newcomer right behind what is being served, before a backlog', () => {
    const clock = new LaneClock();
    const backlog = Array.from({ length: 10_000 }, () => clock.next('a'));
    for (const position of backlog.slice(0, 100)) clock.observe(position);
    const newcomer = clock.next('b');
    expect(backlog.filter((position) => position < newcomer)).toHaveLength(99);
  });

  it('shares evenly between lanes that both have a backlog', () => {
    const clock = new LaneClock();
    const jobs = [
      ...Array.from({ length: 500 }, () => ({ lane: 'a', position: clock.next('a') })),
      ...Array.from({ length: 500 }, () => ({ lane: 'b', position: clock.next('b') })),
    ].sort((x, y) => x.position - y.position);
    const served = jobs.slice(0, 100).filter(({ lane }) => lane === 'a').length;
    expect(served).toBe(50);
  });

  it('lets a lane that was idle start now, not in the past', () => {
    const clock = new LaneClock();
    clock.next('a');
    clock.observe(1_000);
    expect(clock.next('a')).toBe(1_000);
  });

  it('remembers lanes that are ahead, however many there are', () => {
    const clock = new LaneClock();
    for (let job = 0; job < 100; job += 1) clock.next('a');
    for (let lane = 0; lane < 10_001; lane += 1) clock.next(String(lane));
    expect(clock.next('a')).toBe(100);
  });

  it('forgets lanes that have been served', () => {
    const clock = new LaneClock();
    for (let lane = 0; lane < 20_000; lane += 1) {
      clock.observe(lane);
      clock.next(String(lane));
    }
    expect(clock.next('0')).toBe(19_999);
  });
});
