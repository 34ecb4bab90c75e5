/**
 * Numbers as people say them: question, words, least and most that the brick allows, and what is meant. Rules were made on the first half. The second was
 * written before and is only counted: whoever changes the rules does not look at what it gets wrong.
 */
import { describe, expect, it, test } from 'vitest';
import { findNumbers } from './find-said-numbers.ts';
import { numberQuestion } from './number-wanted.ts';

type Probe = [question: string, words: string, min: number, max: number, meant: number];

const LOOKED_AT: Probe[] = [
  ['What does one bottle cost, in pounds?', 'They are one eighty-nine a bottle', 0, 20, 1.89],
  ['What does the jacket cost, in pounds?', 'It was one eighty-nine in the sale', 20, 1_000, 189],
  ['What is the nightly rate, in dollars?', 'So the room is six twenty', 50, 2_000, 620],
  ['What does the sandwich cost, in pounds?', 'That one is six twenty', 0, 30, 6.2],
  ['How many points did the customer collect?', 'I had six twenty on the card', 0, 5_000, 620],
  ['What is the salary, in pounds?', 'They offered me forty-two five', 15_000, 200_000, 42_500],
  ['What is the interest rate, in percent?', 'It went up to forty-two five', 0, 100, 42.5],
  ['What does a coffee cost, in dollars?', 'Two fifty', 0, 20, 2.5],
  ['How much is the deposit, in dollars?', 'Two fifty', 50, 1_000, 250],
  ['How much is the subscription, in dollars?', 'It is only nine ninety-nine', 0, 100, 9.99],
  ['How much is the sofa, in dollars?', 'We have it for nine ninety-nine', 200, 5_000, 999],
  ['How much did the repair cost, in dollars?', 'About twelve hundred', 0, 10_000, 1_200],
  ['How much is the rent, in dollars?', 'Fifteen hundred and fifty', 0, 10_000, 1_550],
  ['How many subscribers do they have?', 'A hundred thousand and a bit', 0, 1_000_000, 100_000],
  ['How many people live there?', 'I think a million and a half', 0, 10_000_000, 1_500_000],
  ['What did the car cost, in pounds?', 'Two thousand and a half', 500, 50_000, 2_500],
  ['What is the monthly payment, in dollars?', 'It comes to one eighty-nine ninety-nine', 0, 1_000, 189.99],
  ['What did the shoes cost, in dollars?', 'Three hundred forty nine ninety five', 0, 1_000, 349.95],
  ['What is the fee, in pounds?', 'One thousand eight fifty', 0, 10_000, 1_850],
  ['In which year was the house built?', 'It was nineteen oh five', 1_500, 2_100, 1_905],
  ['What does the ticket cost, in pounds?', 'Twelve oh five', 0, 100, 12.05],
  ['What is the discount, in percent?', 'Just point five percent', 0, 100, 0.5],
  ['What is the interest rate, in percent?', 'Nought point seven five', 0, 20, 0.75],
  ['What is the interest rate, in percent?', 'It is fixed at three ninety-nine', 0, 20, 3.99],
  ['What does the coffee cost, in pounds?', 'It is a pound fifty', 0, 20, 1.5],
  ['What does a stamp cost, in dollars?', 'Seventy-five cents', 0, 10, 0.75],
  ['How much did the customer tip, in pounds?', 'I gave him a tenner', 0, 100, 10],
  ['What temperature was it, in degrees?', 'It was minus fourteen', -50, 50, -14],
  ['What does the policy cost, in pounds?', 'The premium is two oh nine fifty', 0, 1_000, 209.5],
  ['What is the price of the flat, in pounds?', 'It is on for three twenty-five', 50_000, 2_000_000, 325_000],
  ['How many guests are coming?', 'We are sixty-odd', 0, 500, 60],
  ['What is the mileage, in miles?', 'There are eighty-one five on the clock', 1_000, 300_000, 81_500],
  [
    'How much is the excess, in pounds?',
    'They leave at six twenty in the morning, the excess is three hundred',
    0,
    1_000,
    300,
  ],
  ['What is the interest rate, in percent?', 'Four and three-quarter percent', 0, 20, 4.75],
];

const ONLY_COUNTED: Probe[] = [
  ['What does the bread cost, in pounds?', 'That will be three forty-five please', 0, 15, 3.45],
  ['What does the phone cost, in dollars?', 'Refurbished it is four seventy-nine', 50, 2_000, 479],
  ['What is the delivery charge, in pounds?', 'Delivery is four seventy-nine', 0, 15, 4.79],
  ['What is the call-out fee, in pounds?', 'One twenty before six, one sixty after', 0, 140, 120],
  ['How many tickets were sold?', 'We sold seven thirty-two', 0, 10_000, 732],
  ['What does the driver earn a year, in dollars?', 'I am on sixty-three five', 20_000, 200_000, 63_500],
  ['What is the price of the van, in pounds?', 'He wants twenty-one nine for it', 1_000, 100_000, 21_900],
  ['What is the commission, in percent?', 'We take twelve five', 0, 50, 12.5],
  ['What does a litre cost, in euros?', 'It is one sixty-nine', 0, 5, 1.69],
  ['What does the gym cost a month, in pounds?', 'Twenty-nine ninety-nine', 0, 200, 29.99],
  ['What is the bid, in dollars?', 'I would go to thirty-two hundred', 0, 50_000, 3_200],
  ['What does the course cost, in pounds?', 'Eleven hundred and seventy-five', 0, 10_000, 1_175],
  ['What is the budget, in dollars?', 'A million and a quarter', 0, 10_000_000, 1_250_000],
  ['What did they pay for the boat, in pounds?', 'Four thousand and a half', 500, 50_000, 4_500],
  ['What is the bill, in dollars?', 'My bill says two fourteen sixty-three', 0, 1_000, 214.63],
  ['What does the tablet cost, in pounds?', 'Four hundred and twenty nine ninety nine', 0, 1_000, 429.99],
  ['What is the quote, in pounds?', 'We said two thousand three fifty', 0, 10_000, 2_350],
  ['Since which year is the customer with the bank?', 'I think since two thousand oh eight', 1_900, 2_100, 2_008],
  ['In which year was the company founded?', 'In eighteen oh nine', 1_500, 2_100, 1_809],
  ['What does the parking cost, in dollars?', 'Sixteen oh eight with tax', 0, 100, 16.08],
  ['What is the fee, in percent?', 'Point two five percent of the value', 0, 100, 0.25],
  ['How many litres does it hold?', 'Zero point seven five litres', 0, 10, 0.75],
  ['What is the interest rate, in percent?', 'You would be at five eighty-nine', 0, 20, 5.89],
  ['What is the bus fare, in pounds?', 'The fare is a pound eighty', 0, 20, 1.8],
  ['What is the price per minute, in pounds?', 'Calls are thirty-five pence a minute', 0, 5, 0.35],
  ['What did the customer pay for the cable, in pounds?', 'Only a fiver', 0, 100, 5],
  ['At what temperature is it stored, in degrees?', 'At minus eighteen', -80, 60, -18],
  ['What does the insurance cost, in dollars?', 'I pay three oh six forty', 0, 1_000, 306.4],
  ['For how much was the house sold, in dollars?', 'It went for four eighty', 100_000, 5_000_000, 480_000],
  ['How many people work there?', 'There are thirty-something of us', 0, 500, 30],
  ['How many kilometres has the bike done?', 'It has nineteen five on it', 5_000, 300_000, 19_500],
  ['What is the refund, in pounds?', 'The train was at seven fifteen in the evening and I want forty back', 0, 500, 40],
  ['What is the annual percentage rate, in percent?', 'Six and one quarter', 0, 30, 6.25],
  ['How many nights?', 'I need two five star hotels for three nights', 3, 4, 3],
  ['What does the fridge use a year, in kilowatt hours?', 'Around two eighty', 0, 2_000, 280],
  ['What is the loan, in pounds?', 'I want to borrow a hundred and a half thousand', 1_000, 1_000_000, 150_000],
];

function isRight([question, words, min, max, meant]: Probe): boolean {
  const asked = numberQuestion(question, undefined);
  const values = findNumbers(words).flatMap((number) => asked.value(number, { min, max }) ?? []);
  return values.length === 1 && values[0] === meant;
}

describe('numbers as people say them', () => {
  test.each(LOOKED_AT)('%s: %s (%i to %i) is %d', (...probe) => {
    expect(isRight(probe)).toBe(true);
  });

  it('holds for those that no rule was made on', () => {
    expect(ONLY_COUNTED.filter(isRight).length).toBeGreaterThanOrEqual(35);
  });

  test.each([
    ['fifteen five year olds', [15, 5]],
    ['sizes twelve eight and six', [12, 8, 6]],
    ['at this point five of us left', [5]],
    ['a pound ten years ago', [10]],
    ['a grand piano', []],
    ['forty minus five', [40, 5]],
    ['one eighty-nine twelve times', [189, 12]],
    ['two hundred and a half percent', [200.5]],
    ['twenty twenty-five', [2_025]],
    ['room three twelve and then four', [312, 4]],
    ['oh five of them came', [5]],
    ['six fifteen in the morning', []],
    ['a euro and a half', [1.5]],
    ['open twenty four seven', [24, 7]],
    ['between two hundred and three eighty-five', [203, 85]],
    ['city cabs three eight one fourteen pounds twenty', [381, 14.2]],
    ['a grand total of 48', [48]],
    ['four seventeen eighty three', [417.83]],
    ['forty-six thousand one seventy-five', [46_175]],
    ['it was thirty-eight nine in the night', [38.9]],
  ])('%s is %j', (words, values) => {
    expect(findNumbers(words).map(({ value }) => value)).toEqual(values);
  });

  it('is a whole number where things are counted', () => {
    const asked = numberQuestion('How many chairs are there?', undefined);
    const [chairs] = findNumbers('there are forty-two five');
    expect(chairs && asked.value(chairs, { min: 0, max: 100 })).toBe(42);
  });

  it('is a rate without a point only where no other number is', () => {
    const asked = numberQuestion('Which interest rate does the bank offer, in percent?', undefined);
    const fits = findNumbers('four and three quarters, with a fee of nine ninety five').map(asked.fit);
    expect(fits).toEqual([0, -3]);
  });

  it('is above zero where nothing else is possible', () => {
    const asked = numberQuestion('What was taken off, in pounds?', undefined);
    const text = 'so that is minus twenty pounds';
    const [off] = findNumbers(text);
    expect(off && asked.value(off, { min: 0, max: 100 })).toBe(20);
    expect(off && text.slice(off.start, off.end)).toBe('minus twenty');
  });
});
