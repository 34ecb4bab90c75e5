/** The bundled scorecard on a call that went well, in each language of the second reader, with the weights as they ship. */
import { readConversation } from '@brickwork/engine/conversation/read-conversation';
import { withLanguage } from '@brickwork/engine/conversation/with-language';
import { answerBricks } from '@brickwork/engine/evaluation/answer-bricks';
import { type AnswerLocally, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { openReaders } from '@brickwork/engine/reader/open-readers';
import { createReadingEngine } from '@brickwork/engine/reader/reading-engine';
import { describe, expect, it } from 'vitest';
import { readExample } from './support/example-kits.ts';

/** Greeted, verified, understood and solved. */
const CALLS = {
  de: [
    'Agentin: Nordwind Kundenservice, Petra Lange, guten Tag, was kann ich für Sie tun?',
    'Kunde: Guten Tag, Schubert mein Name. Mir wurde die Bestellung NW-48213 zweimal abgebucht.',
    'Agentin: Oh, das tut mir leid, das ist ärgerlich. Nennen Sie mir zur Sicherheit bitte Ihr Geburtsdatum?',
    'Kunde: Vierter Mai achtundachtzig.',
    'Agentin: Danke, das passt. Ich habe die zweite Buchung erstattet, das Geld ist in fünf Werktagen auf Ihrem Konto.',
    'Kunde: Super, damit ist das erledigt. Vielen Dank!',
  ],
  es: [
    'Agente: Viento Norte, buenos días, le atiende Marta. ¿En qué puedo ayudarle?',
    'Cliente: Hola, me han cobrado dos veces el pedido NW-48213.',
    'Agente: Vaya, lo siento mucho, entiendo que es molesto. ¿Me confirma su fecha de nacimiento, por favor?',
    'Cliente: Cuatro de mayo del ochenta y ocho.',
    'Agente: Gracias, coincide. Ya he devuelto el segundo cargo, lo verá en cinco días laborables.',
    'Cliente: Perfecto, pues solucionado. Muchísimas gracias.',
  ],
};

const engine = createReadingEngine();
const read = openReaders();

describe('the bundled scorecard in the languages of the second reader', () => {
  it.each(Object.entries(CALLS))('%s: a good call is not a bad one because nobody is sure', async (_, lines) => {
    const { kit } = await readExample('support-qa');
    const local: AnswerLocally = async ({ keys, known, ...asked }) => {
      const conversation = await withLanguage(readConversation(asked.kit, asked.input), asked.kit);
      return answerBricks(engine, asked.kit, { keys, known }, conversation, { read, lexical: new Set() });
    };
    const { outcomes, warnings } = await evaluateKit({ local }, { kit, input: { transcript: lines.join('\n') } });
    const silent = outcomes.filter(({ value, evidence }) => value === false && evidence.length === 0);
    expect(silent.filter(({ confidence }) => confidence > 0.5)).toEqual([]);
    const answered = new Map(outcomes.map((outcome) => [outcome.key, outcome]));
    for (const key of ['topics', 'quality_score'])
      expect(answered.get(key)).toMatchObject({ value: null, applicability: 'abstained' });
    expect(answered.get('order_number')).toMatchObject({ value: 'NW-48213' });
    expect(warnings.join(' ')).toMatch(/The conversation is in (?:German|Spanish)\. .*topics/);
  });
});
