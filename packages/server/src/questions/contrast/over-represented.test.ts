import { describe, expect, it } from 'vitest';
import { PhraseCounts } from './count-phrases.ts';
import { overRepresented } from './over-represented.ts';
import { phrasesOf } from './phrases-of.ts';

describe('the phrases of a text', () => {
  it('are one to three words, without what every text has and without numbers', () => {
    expect([...phrasesOf('the boiler, cold water')]).toEqual(['boiler', 'cold', 'cold water', 'water']);
    expect(phrasesOf('hot water').has('hot water')).toBe(true);
    expect(phrasesOf('the water').has('the water')).toBe(false);
    expect(phrasesOf('order 4711 now').has('order 4711')).toBe(false);
  });

  it('do not reach over the end of a clause', () => {
    expect(phrasesOf('cold water. boiler broken').has('water boiler')).toBe(false);
  });
});

describe('counted phrases', () => {
  it('are those that a few calls have; every one in more than a single call was looked at', () => {
    const counts = new PhraseCounts();
    for (const [call, text] of [
      'Invoice.',
      'Invoice.',
      'Boiler.',
      'Boiler.',
      'Boiler.',
      'Boiler.',
      'Boiler.',
    ].entries())
      counts.addInside(call, call === 0 ? `${text} Quarterly.` : text);
    counts.addAgainst('Boiler.');
    counts.addAgainst('Quarterly.');
    expect(counts.counts()).toEqual([{ phrase: 'boiler', inside: 5, against: 1, calls: [2, 3, 4, 5, 6] }]);
    expect(counts.calls).toEqual({ inside: 7, against: 2 });
    expect(counts.looked).toBe(2);
  });
});

function contrast(inside: readonly string[], against: readonly string[], most = 10) {
  const counts = new PhraseCounts();
  for (const [call, text] of inside.entries()) counts.addInside(call, text);
  for (const text of against) counts.addAgainst(text);
  return overRepresented(counts.counts(), counts, most);
}

const times = (count: number, text: (at: number) => string) => Array.from({ length: count }, (_, at) => text(at));

describe('over-represented phrases', () => {
  const inside = times(
    60,
    (at) => `My parcel came ${at % 2 === 0 ? 'with broken glass' : 'on time'}, about the invoice.`,
  );
  const against = times(300, () => 'My parcel came on time, about the invoice.');

  it('are those of one side, with their calls', () => {
    const [first, ...others] = contrast(inside, against);
    expect(first).toMatchObject({ phrase: 'broken glass', inside: 30, against: 0 });
    expect(first?.calls).toEqual(times(30, () => '').map((_, at) => 2 * at));
    expect(others.map(({ phrase }) => phrase)).not.toContain('parcel');
  });

  it('say the same thing once', () => {
    const phrases = contrast(inside, against).flatMap(({ phrase }) => phrase.split(' '));
    expect(phrases.filter((word) => word === 'glass')).toHaveLength(1);
  });

  it.each([
    [30, ['broken glass', 'quarterly invoice']],
    [40, ['broken glass']],
  ])('of which %i of 60 calls have a second one are told as one only where most calls have both', (both, phrases) => {
    const calls = times(60, (at) => `It came with broken glass. ${at < both ? 'The quarterly invoice is wrong.' : ''}`);
    const found = contrast(
      calls,
      times(300, () => 'Good morning.'),
    );
    expect(found.map(({ phrase }) => phrase).filter((phrase) => /glass|invoice/.test(phrase))).toEqual(phrases);
  });

  it('are told with what they are a detail of, by the calls of the rarer one', () => {
    const calls = times(60, (at) =>
      at < 30 ? `It came with broken glass. ${at < 12 ? 'Sharp splinters everywhere.' : ''}` : 'Good.',
    );
    const found = contrast(
      calls,
      times(300, () => 'Good morning.'),
    );
    expect(found.map(({ phrase }) => phrase)).toEqual(['broken glass']);
    expect(found[0]?.also.join(' ')).toContain('splinters');
  });

  it('stand alone where their calls are the same only because the other one is in nearly all', () => {
    const calls = times(
      60,
      (at) => `${at === 0 ? '' : 'The parcel.'} ${at % 5 === 1 ? 'Quarterly invoice is wrong.' : ''}`,
    );
    const found = contrast(
      calls,
      times(300, () => 'Good morning.'),
    );
    expect(found.map(({ phrase }) => phrase)).toEqual(['parcel', 'quarterly invoice']);
  });

  it('stand alone beside a rarer one that is clearer, unless it shares more calls with it than chance explains', () => {
    const parcelOr = (isSaid: boolean) => (isSaid ? 'The parcel.' : 'Good morning.');
    const found = contrast(
      times(60, (at) => `${parcelOr(at < 40)} ${at >= 24 && at < 44 ? 'Quarterly invoice.' : ''}`),
      times(300, (at) => parcelOr(at < 125)),
    );
    expect(found.map(({ phrase }) => phrase)).toEqual(['quarterly invoice', 'parcel']);
  });

  it('of the same meaning are told as one, though no call has both', () => {
    const found = contrast(
      times(60, (at) => (at % 2 === 0 ? 'Good monday.' : 'Good tuesday.')),
      times(300, () => 'Good.'),
    );
    expect(found).toMatchObject([{ phrase: 'monday', also: ['tuesday'] }]);
  });

  it('compare frequent phrases by the calls that are known of both', () => {
    const calls = times(2_000, (at) =>
      at % 2 === 0 ? `Broken glass. ${at >= 1_500 ? 'Sharp splinters.' : ''}` : 'Good.',
    );
    const found = contrast(
      calls,
      times(2_000, () => 'Good morning.'),
    );
    expect(found.map(({ phrase }) => phrase)).toEqual(['broken glass', 'sharp splinters']);
  });

  it('are none where both sides say the same, or too few calls say it', () => {
    expect(contrast(against.slice(0, 100), against)).toEqual([]);
    expect(
      contrast(
        ['a purple elephant', ...times(50, () => 'the invoice')],
        times(200, () => 'the invoice'),
      ),
    ).toEqual([]);
  });

  it('are the same each time', () => {
    expect(contrast(inside, against)).toEqual(contrast(inside, against));
  });
});
