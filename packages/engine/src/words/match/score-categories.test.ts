import type { CategoricalBrick } from '@brickwork/contract/kit';
import { describe, expect, test } from 'vitest';
import { answerByWords } from '../../../test/support/answer-by-words.ts';

/** One sentence per category, as kits have them, and what people write: most name the topic, few the words of the description. */
const ERRANDS: ReadonlyArray<readonly [value: string, description: string, said: readonly string[]]> = [
  [
    'book_restaurant',
    'The user wants to reserve a table at a restaurant.',
    ['Can I get a table for four tonight at 7?', "I'm looking to make a dinner reservation for my anniversary"],
  ],
  [
    'order_food',
    'The user wants to order food for delivery or takeaway.',
    ["I'd like to order a large pepperoni pizza for delivery.", 'can i get two burgers and fries to go'],
  ],
  [
    'book_haircut',
    'The user wants to make an appointment at a hair salon.',
    ['I need a haircut on Friday.', 'do you have any openings for highlights'],
  ],
  [
    'book_dentist',
    'The user wants an appointment with a dentist.',
    ['I have a toothache and need someone to look at it.', 'need a filling replaced, when can i come in'],
  ],
  [
    'car_service',
    'The user wants to bring their car in for service or repair.',
    ['the brakes on my car are squeaking', 'Check engine light is on, can you look at it?'],
  ],
  [
    'rent_car',
    'The user wants to rent a car.',
    ['I need a rental car for the weekend.', 'how much is it to rent an SUV for a week'],
  ],
  [
    'find_event',
    'The user is looking for concerts, shows or other events.',
    ['are there any concerts tonight', 'any good comedy shows this week'],
  ],
  [
    'bus_train_times',
    'The user asks about bus or train times or buys a train ticket.',
    ["When's the next train to Boston?", 'which platform does it leave from'],
  ],
  [
    'book_hotel',
    'The user wants to book a hotel or other place to stay.',
    ['i want to book a hotel near the beach', 'Do you have a double room available next weekend?'],
  ],
  [
    'find_flat',
    'The user is looking for a flat or house to rent or buy.',
    ['we want to rent a house with a garden', "I'm looking for a two bedroom apartment downtown."],
  ],
  [
    'moving_company',
    'The user wants to hire movers.',
    ['I need movers for the 1st of June.', 'do you do long distance moves, we are relocating'],
  ],
  [
    'home_cleaning',
    'The user wants to book a cleaner for their home.',
    ['i need a deep clean before i hand back the keys', 'housekeeping twice a month please'],
  ],
  [
    'plumber',
    'The user needs a plumber for a leak, a drain or another water problem.',
    ['My kitchen sink is leaking!', "the toilet's clogged and i can't fix it"],
  ],
  [
    'library',
    'The user asks about borrowing, renewing or returning library books.',
    ['How many books can I borrow at once?', 'i want to put a book on hold at the library'],
  ],
  [
    'gym_membership',
    'The user asks about joining or leaving a gym or about its classes.',
    ['What yoga classes do you have in the evening?', 'do you have personal trainers'],
  ],
  [
    'send_money',
    'The user wants to send money to another person.',
    ['i need to wire money to my brother in poland', 'Transfer $200 to my roommate'],
  ],
  [
    'set_reminder',
    'The user wants to set an alarm or a reminder.',
    ['wake me up at 5:30', 'Remind me to call mom at 6.'],
  ],
  [
    'play_music',
    'The user wants to listen to music.',
    ['i want to hear the new album by adele', 'put on my workout playlist'],
  ],
  ['weather', 'The user asks about the weather.', ['Do I need an umbrella?', 'is it going to rain today']],
  [
    'translate',
    'The user wants something translated into another language.',
    ['translate good morning into spanish', 'how do you say cheese in french'],
  ],
];

function answer(brick: CategoricalBrick, text: string) {
  const conversation = { text, turns: [{ index: 0, text, start: 0, end: text.length }], format: 'plain' as const };
  const [outcome] = answerByWords([brick], conversation);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

const errand: CategoricalBrick = {
  key: 'errand',
  type: 'categorical',
  question: 'What does the user want?',
  categories: ERRANDS.map(([value, description]) => ({ value, description })),
};

describe('twenty errands without labels', () => {
  const answers = ERRANDS.flatMap(([value, , said]) => said.map((text) => ({ value, outcome: answer(errand, text) })));
  const isRight = ({ value, outcome }: (typeof answers)[number]): boolean => outcome.value === value;

  test('finds most of them', () => {
    // The floor lies well below what was measured: a change may trade one errand for another.
    expect(answers.filter(isRight).length / answers.length).toBeGreaterThan(0.8);
  });

  test('is right where it says that it is sure', () => {
    const sure = answers.filter(({ outcome }) => outcome.confidence >= 0.8);
    expect(sure.length).toBeGreaterThan(10);
    expect(sure.filter(isRight).length / sure.length).toBeGreaterThan(0.9);
  });
});

test('a word counts for what it is about, not only for what it means', () => {
  expect(answer(errand, 'I have a toothache').value).toBe('book_dentist');
  expect(answer(errand, 'should i take my umbrella').value).toBe('weather');
});

test('words of any request decide little', () => {
  const brick: CategoricalBrick = {
    ...errand,
    categories: [
      { value: 'hours', description: 'Which days and times the service works this week.' },
      { value: 'parcel', description: 'A parcel that was sent.' },
    ],
  };
  expect(answer(brick, 'hi, any time this week is good, so what about the parcel').value).toBe('parcel');
});

test('an unknown purchase is a matter of its own, not the lack of one', () => {
  const brick: CategoricalBrick = {
    ...errand,
    categories: [
      { value: 'a', description: 'unknown or fraudulent purchases on the card' },
      { value: 'b', description: 'opening a new account' },
    ],
  };
  const outcome = answer(brick, 'somebody made a purchase with my card');
  expect(outcome.value).toBe('a');
  expect(outcome.evidence).toHaveLength(1);
});
