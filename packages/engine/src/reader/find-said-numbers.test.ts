import { describe, expect, it, test } from 'vitest';
import { findNumbers } from './find-said-numbers.ts';
import { numberQuestion } from './number-wanted.ts';

describe('findNumbers', () => {
  test.each([
    ['six hundred and twelve', 612],
    ['three hundred twelve dollars', 312],
    ['six point eight', 6.8],
    ['four and a half thousand', 4500],
    ['half a million', 500_000],
    ['twelve hundred units', 1200],
    ['a hundred and twenty quid', 120],
    ['three-forty', 340],
    ['four oh nine', 409],
    ['two hundred fifty-eight', 258],
    ['twenty-three pounds forty a month', 23.4],
    ['£1,235.50', 1235.5],
    ['EUR 141,500', 141_500],
    ['40k', 40_000],
    ['two grand', 2000],
    ['12% of it', 12],
    ['a couple of weeks', 2],
    ['half a dozen', 6],
    ['I called twice', 2],
    ['for the third time', 3],
    ['80cm wide', 80],
    ['300ish volunteers', 300],
    ['half an hour', 0.5],
    ['three quarters of an hour', 0.75],
    ['an hour and a half', 1.5],
    ['four and three quarters', 4.75],
    ['waited a month already', 1],
    ['a bill for one thousand, four hundred and eighty-two pounds', 1482],
  ])('%s', (text, value) => {
    expect(findNumbers(text).map((number) => number.value)).toEqual([value]);
  });

  it('reads two numbers as two', () => {
    expect(findNumbers('forty people and half of them are nineteen').map(({ value }) => value)).toEqual([40, 19]);
    expect(findNumbers('between 68 and 84').map(({ value }) => value)).toEqual([68, 84]);
    expect(findNumbers('two thousand, then five hundred').map(({ value }) => value)).toEqual([2000, 500]);
    expect(findNumbers('two, three times').map(({ value }) => value)).toEqual([2, 3]);
    expect(findNumbers('fourteen months, there are ten months remaining').map(({ value }) => value)).toEqual([14, 10]);
  });

  it.each([
    'on the twenty eighth',
    'the 6th',
    'at 14:22',
    'the V15',
    'INC0093340',
    'that one',
    '2026-11-16',
    'at 9am',
    'at 9 a.m. on Friday',
    'it was eleven at night',
    "six o'clock",
    'call me at ten in the morning',
    'half past nine',
    'ten past seven',
    'paid by the month, every month',
  ])('finds none in: %s', (text) => expect(findNumbers(text)).toEqual([]));

  it('gives places that hold the number', () => {
    const text = 'So that is £1,140 plus sixty for the dog.';
    expect(findNumbers(text).map(({ start, end }) => text.slice(start, end))).toEqual(['£1,140', 'sixty']);
  });
});

describe('what a question counts', () => {
  const fitOf = (question: string, text: string) =>
    findNumbers(text).map((number) => numberQuestion(question, undefined).fit(number));

  it('is what the number was said of', () => {
    expect(fitOf('How many nights did they stay?', 'We were three at the desk that night')).toEqual([0]);
    expect(fitOf('How many nights did they stay?', 'three of those nights, and 2 more nights')).toEqual([1, 1]);
    expect(fitOf('For how many nights had she booked?', 'It is eleven pounds for two nights')).toEqual([-1, 1]);
    expect(fitOf('Monthly premium, in pounds', 'thirty-eight pounds after eight weeks')).toEqual([1, -1]);
    expect(fitOf('What share was scrapped, in percent?', '6.8% of 400')).toEqual([1, 0]);
  });

  it('tells prices from other pairs of numbers, and thousands', () => {
    const asked = (question: string, text: string) =>
      findNumbers(text).map((number) => numberQuestion(question, undefined).value(number, { min: 0, max: 1e9 }));
    expect(asked('Price per plant, in pounds', 'fourteen ninety nine each')).toEqual([14.99]);
    expect(asked('What monthly rate is she on, in dollars?', 'only nine ninety nine')).toEqual([9.99]);
    expect(asked('In which year was it built?', 'nineteen eighty four')).toEqual([1984]);
    expect(asked('Current value in thousands', 'five hundred and seventy-one thousand')).toEqual([571]);
  });

  it('is plausible in the range that the brick gives', () => {
    const asked = (question: string, text: string, min: number, max: number) =>
      findNumbers(text).map((number) => numberQuestion(question, undefined).value(number, { min, max }));
    const rate = 'What is the rate, in dollars?';
    expect(asked(rate, 'thirty one fifty', 500, 20_000)).toEqual([3150]);
    expect(asked(rate, 'thirty one fifty', 0, 20_000)).toEqual([3150]);
    expect(asked(rate, 'thirty one fifty', 0, 100)).toEqual([31.5]);
    expect(asked(rate, 'six fifty', 0, 5_000)).toEqual([650]);
    expect(asked(rate, 'six fifty', 0, 50)).toEqual([6.5]);
    expect(asked('Which salary, in pounds?', 'forty one', 5_000, 500_000)).toEqual([41_000]);
    expect(asked('How many guests?', 'forty one', 100, 500)).toEqual([undefined]);
  });

  it('is told in another unit of time', () => {
    const days = numberQuestion('For how many days?', undefined);
    const minutes = numberQuestion('How many minutes does it take?', undefined);
    const range = { min: 0, max: 1_000 };
    const [fortnight, lesson, often] = findNumbers('for a fortnight, half an hour each, five times');
    expect(fortnight && days.value(fortnight, range)).toBe(14);
    expect(lesson && minutes.value(lesson, range)).toBe(30);
    expect(often && days.fit(often)).toBeLessThan(-1); // Five times is not five days.
  });
});
