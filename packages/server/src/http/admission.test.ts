import { beforeEach, describe, expect, it } from 'vitest';
import { type Admission, createAdmission, Overloaded } from './admission.ts';

let now: number;
let admission: Admission;
beforeEach(() => {
  now = 0;
  admission = createAdmission(1_000, () => now);
});

/** As many as get in, at most so many. */
function enterUpTo(most: number): (() => void)[] {
  const leaves: (() => void)[] = [];
  try {
    while (leaves.length < most) leaves.push(admission.enter());
  } catch (error) {
    expect(error).toBeInstanceOf(Overloaded);
  }
  return leaves;
}

function answerAfter(ms: number, leaves: readonly (() => void)[]): void {
  now += ms;
  for (const leave of leaves) leave();
}

describe('admission', () => {
  it('lets in as many as were answered within the bound', () => {
    const first = enterUpTo(1_000);
    expect(first).toHaveLength(128);
    expect(() => admission.check()).toThrow(Overloaded);
    answerAfter(2_000, first);
    expect(enterUpTo(1_000)).toHaveLength(64);
  });

  it('never refuses a few, however slow they are', () => {
    for (let round = 0; round < 5; round += 1) answerAfter(60_000, enterUpTo(1_000));
    expect(enterUpTo(1_000)).toHaveLength(32);
  });

  it('does not learn from a slow request that was alone', () => {
    answerAfter(60_000, enterUpTo(1));
    expect(enterUpTo(1_000)).toHaveLength(128);
  });

  it('lets in more while answers are quick, and only when they are needed', () => {
    answerAfter(60_000, enterUpTo(1_000));
    for (let round = 0; round < 100; round += 1) answerAfter(10, enterUpTo(8));
    const few = enterUpTo(1_000);
    expect(few).toHaveLength(32);
    answerAfter(100, few);
    for (let round = 0; round < 10; round += 1) answerAfter(100, enterUpTo(10_000));
    expect(enterUpTo(500)).toHaveLength(500);
  });

  it('counts a request that leaves twice once', () => {
    const [leave] = enterUpTo(1_000);
    now += 600; // Neither quick nor slow.
    leave?.();
    leave?.();
    expect(enterUpTo(10)).toHaveLength(1);
  });

  it('refuses nothing with 0', () => {
    admission = createAdmission(0, () => now);
    answerAfter(60_000, enterUpTo(5_000));
    expect(enterUpTo(5_000)).toHaveLength(5_000);
  });
});
