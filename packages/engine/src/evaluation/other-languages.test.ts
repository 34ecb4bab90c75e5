import type { BrickDocument, KitDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { MULTILINGUAL, UNIGRAM } from '../../test/support/multilingual-reader.ts';
import { normaliseConversation } from '../conversation/normalise.ts';
import { withLanguage } from '../conversation/with-language.ts';
import type { LocalMeans } from '../reader/local-engine.ts';
import { ENGLISH_READER } from '../reader/readers.ts';
import type { PairReading, ReadModel, ReadRequest } from '../reader/reading.ts';
import { createReadingEngine } from '../reader/reading-engine.ts';
import { answerBricks } from './answer-bricks.ts';

const GERMAN = [
  'Agent: Guten Tag, hier ist die Werkstatt Brandt, was kann ich für Sie tun?',
  'Kunde: Guten Tag, mein Name ist Yılmaz. Ich brauche einen neuen Termin, am liebsten am Dienstag.',
  'Agent: Gern, am Dienstag um neun habe ich noch etwas frei.',
].join('\n');
const BRICKS: BrickDocument[] = [
  { key: 'wants_appointment', type: 'boolean', question: 'Möchte der Kunde einen Termin?' },
  { key: 'day', type: 'text', question: 'An welchem Tag?' },
  { key: 'email', type: 'text', extract: 'email' },
  { key: 'names', type: 'text', question: 'Wer wird genannt?', many: true },
  { key: 'mood', type: 'numeric', metric: 'sentiment' },
];
const READERS = [ENGLISH_READER, MULTILINGUAL];

/** A model that says yes and points at one piece of every window. */
function pointsAt(piece: string, requests: ReadRequest[] = []): ReadModel {
  const wanted = UNIGRAM.tokenize(piece)[0]?.id;
  return async (request) => {
    requests.push(request);
    return request.questions.map(({ marks }) =>
      request.windows.map((ids, window): PairReading => {
        const spans = new Float32Array(4 * (ids.length - 2)).fill(-9);
        for (const [at, id] of ids.slice(1, -1).entries()) if (id === wanted) spans.fill(9, 4 * at, 4 * at + 4);
        return {
          window,
          likeness: 1,
          verdict: [8, 0, 0],
          undecided: 0,
          options: marks.map(() => [0, 0]),
          none: [-9, -9],
          spans,
        };
      }),
    );
  };
}

async function answersOn(text: string, means: Partial<LocalMeans>, ofKit: Partial<KitDocument> = {}) {
  const kit: KitDocument = { kit: 'k', bricks: BRICKS, ...ofKit };
  const conversation = await withLanguage(normaliseConversation(text, {}), kit);
  const keys = kit.bricks.map(({ key }) => key);
  const local = createReadingEngine();
  const answers = await answerBricks(local, kit, { keys }, conversation, { lexical: new Set(), ...means });
  return { ...answers, conversation, byKey: new Map(answers.outcomes.map((outcome) => [outcome.key, outcome])) };
}

describe('a conversation in a language of the second reader', () => {
  it('is read by it, with evidence that is verbatim', async () => {
    const requests: ReadRequest[] = [];
    const { byKey, conversation } = await answersOn(GERMAN, { read: pointsAt('Dienstag', requests), readers: READERS });
    expect(requests.map(({ reader }) => reader)).toEqual(['multilingual']);
    expect(requests[0]?.windows[0]?.[0]).toBe(UNIGRAM.begin);
    expect(byKey.get('wants_appointment')).toMatchObject({ value: true, basis: 'read' });
    const day = byKey.get('day');
    expect(day).toMatchObject({ value: 'Dienstag', basis: 'read' });
    for (const { start, end, text } of day?.evidence ?? []) expect(conversation.text.slice(start, end)).toBe(text);
  });

  it('is explained in the language of the kit', async () => {
    const means = { read: pointsAt('Dienstag'), readers: READERS };
    const { byKey } = await answersOn(GERMAN, means, { language: 'de' });
    expect(byKey.get('day')?.reason).toBe('Der Kunde sagt “Ich brauche einen neuen Termin, am liebsten am Dienstag.”');
    expect(byKey.get('mood')?.reason).toMatch(/^Nicht beantwortet: Das Gespräch ist auf Deutsch/);
    const inSpanish = await answersOn(GERMAN, means, { language: 'es' });
    expect(inSpanish.byKey.get('day')?.reason).toMatch(/^El cliente dice “Ich brauche/);
  });

  it('is judged by the descriptions of categories, whatever their keys are', async () => {
    const asked = async (prefix: string) => {
      const requests: ReadRequest[] = [];
      const categories = [
        { value: `${prefix}_repair`, description: 'etwas ist kaputt' },
        { value: `${prefix}_new`, description: 'ein neuer Termin' },
      ];
      const bricks: BrickDocument[] = [{ key: 'topic', type: 'categorical', question: 'Worum geht es?', categories }];
      await answersOn(GERMAN, { read: pointsAt('Dienstag', requests), readers: READERS }, { bricks });
      return requests[0]?.questions;
    };
    expect(await asked('a')).toEqual(await asked('something_else'));
  });

  it('is not answered where only lists of English words could answer, and the run names these bricks', async () => {
    const { byKey, warnings } = await answersOn(GERMAN, { read: pointsAt('Dienstag'), readers: READERS });
    for (const key of ['names', 'mood'])
      expect(byKey.get(key)).toMatchObject({
        value: null,
        confidence: 0,
        reason: 'Not answered: the conversation is in German, and the local engine answers this from English words.',
      });
    expect(warnings).toEqual([expect.stringMatching(/^The conversation is in German\. .* mood, names from English/)]);
  });

  it('is not answered where there is no such reader, or none can be used', async () => {
    for (const means of [{ readers: READERS }, { read: pointsAt('Dienstag'), readers: [ENGLISH_READER] }])
      expect((await answersOn(GERMAN, means)).byKey.get('wants_appointment')).toMatchObject({
        value: null,
        confidence: 0,
        reason: 'Not answered: the conversation is in German, and the local engine reads English.',
      });
  });

  it('is not read in a language that no reader knows', async () => {
    const polish =
      'Klient: Dzień dobry, dzwonię w sprawie mojego rachunku, jest zdecydowanie za wysoki w tym miesiącu.';
    const requests: ReadRequest[] = [];
    const { byKey } = await answersOn(polish, { read: pointsAt('Dienstag', requests), readers: READERS });
    expect(requests).toEqual([]);
    expect(byKey.get('day')?.reason).toMatch(
      /in Polish, and the local engine reads English, German, .* and Portuguese/,
    );
  });
});
