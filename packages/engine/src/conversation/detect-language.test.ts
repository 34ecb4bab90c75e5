import { describe, expect, it } from 'vitest';
import { detectLanguage, languageName } from './detect-language.ts';
import { normaliseConversation } from './normalise.ts';

const languageOf = (text: string) => detectLanguage(normaliseConversation(text).turns);

describe('the language of a conversation', () => {
  it.each([
    ['en', 'Agent: How can I help you today?\nCustomer: Hi, my card is lost. Can you send me a new one please?'],
    ['en', 'um yeah so i was in with you in february and the crown you put on it has come off'],
    [
      'de',
      'Agent: Guten Tag, wie kann ich Ihnen helfen?\nCustomer: Ich rufe wegen meiner Rechnung an, die ist viel zu hoch.',
    ],
    [
      'fr',
      'Bonjour, je vous appelle parce que ma commande n’est toujours pas arrivée et je voudrais savoir où elle est.',
    ],
    ['es', 'Buenos días, llamo porque mi tarjeta no funciona y necesito una nueva cuanto antes, por favor.'],
    ['pl', 'Dzień dobry, w czym mogę pomóc? Dzwonię w sprawie mojego rachunku, który jest za wysoki.'],
    ['ja', 'お電話ありがとうございます。どのようなご用件でしょうか。注文した商品がまだ届いていません。'],
    ['ar', 'مرحبا كيف يمكنني مساعدتك اليوم؟ طلبي لم يصل بعد وأنا أنتظر منذ أسبوعين'],
    ['es', 'Agent: Buenos días, ¿en qué puedo ayudarle?\nCustomer: Hola, quiero cancelar mi pedido.'],
    ['fr', 'Agent: Bonjour, service client.\nCustomer: Bonjour, je veux annuler ma commande.'],
  ])('is %s', async (code, text) => {
    expect(await languageOf(text)).toMatchObject({ code, probability: expect.toSatisfy((is) => is >= 0.9 && is <= 1) });
  });

  it('is not guessed from a few letters, numbers or names', async () => {
    for (const text of ['Agent: ok', '12345 67890 !!!!', 'Agent: Maria Schmidt\nCustomer: John Novak'])
      expect(await languageOf(text)).toBeUndefined();
  });

  it('has shares where two are spoken, in the middle of a long call too', async () => {
    const english = 'Agent: I am afraid we cannot send anybody before Monday morning, is that all right for you?';
    const spanish = 'Customer: No, lo siento, mi marido trabaja los lunes y yo tampoco estoy en casa por la mañana.';
    const turns = Array.from({ length: 400 }, (_, index) => (index > 200 && index % 2 === 0 ? spanish : english));
    const language = await languageOf(turns.join('\n'));
    expect(language?.code).toBe('en');
    expect(language?.shares?.es).toBeGreaterThan(0.2);
    expect(language?.probability).toBeLessThan(0.8);
  });

  it('has a name', () => {
    expect(languageName('de')).toBe('German');
  });
});
