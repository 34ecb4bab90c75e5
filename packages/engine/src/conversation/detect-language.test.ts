import { describe, expect, it } from 'vitest';
import { languageName } from './detect-language.ts';
import { normaliseConversation } from './normalise.ts';

const languageOf = (text: string) => normaliseConversation(text).language;

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
  ])('is %s', (code, text) => {
    expect(languageOf(text)?.code).toBe(code);
    expect(languageOf(text)?.probability).toBeGreaterThan(0.5);
    expect(languageOf(text)?.probability).toBeLessThanOrEqual(1);
  });

  it('is not guessed from a few letters', () => {
    expect(languageOf('Agent: ok')).toBeUndefined();
    expect(languageOf('12345 67890 !!!!')).toBeUndefined();
  });

  it('has a name', () => {
    expect(languageName('de')).toBe('German');
  });
});
