/** What is said in the variants: short conversations with what readers trip over: colons, times, dashes, numbers and names inside the words. */
import type { Side } from '@brickwork/engine/conversation/conversation';

export interface Script {
  name: string;
  /** Whose turn it is, and the words. */
  lines: ReadonlyArray<readonly [Side, string]>;
}

const of = (name: string, text: string): Script => ({
  name,
  lines: text
    .trim()
    .split('\n')
    .map((line) => [line.startsWith('A') ? 'agent' : 'customer', line.slice(2)] as const),
});

export const SCRIPTS: readonly Script[] = [
  of(
    'refund',
    `
A Thank you for calling Northwind, this is Dana speaking. How can I help you today?
C Hi, I was charged twice for my order and I want my money back.
A I'm sorry about that. Can I have your order number and your postcode, please?
C It's NW-48213, and the postcode is M4 2BB.
A Thank you. I can see both charges, and I'll refund the second one for you.
C Great, thank you so much.`,
  ),
  of(
    'traps',
    `
A Good morning, thanks for calling. Can I take your account number, please?
C Sure. My account is 4711 - 0815, and my problem is this: my router went off at 10:32 this morning.
A I'm sorry to hear that. Let me look that up for you: one moment, please.
C My neighbour said: "call them before 5:00 PM". I only see one thing: a red light.
A I can see an outage in your area. We will have it fixed by 18:30, and I'll send you a text.
C Okay. My email is ann@example.org, and see https://example.org/status: it says all green.
A I've noted your address. Is there anything else I can help you with?
C No, that's all I need - thanks.`,
  ),
  of(
    'short',
    `
A How can I help you today?
C My card is lost.
A I'm sorry. Can I have your name, please?
C Ann Lee.
A Thank you. I have blocked your card for you.
C Thanks.`,
  ),
];

/** In the language of the labels: words for the two sides in other languages come with words in that language. */
export const FOREIGN_SCRIPTS: Readonly<Record<string, Script>> = {
  de: of(
    'de',
    `
A Guten Tag, mein Name ist Lena Fischer. Wie kann ich Ihnen helfen?
C Hallo, ich habe meine Rechnung zweimal bezahlt und möchte mein Geld zurück.
A Das tut mir leid. Nennen Sie mir bitte Ihre Kundennummer?
C Meine Nummer ist 4711.
A Vielen Dank, ich schaue kurz nach und erstatte Ihnen den Betrag.
C Super, danke schön.`,
  ),
  es: of(
    'es',
    `
A Buenos días, gracias por llamar. ¿En qué puedo ayudarle?
C Hola, me han cobrado dos veces mi pedido y quiero que me devuelvan el dinero.
A Lo siento mucho. ¿Me puede dar su número de pedido, por favor?
C Es el 4711.
A Gracias, voy a devolverle el segundo cargo.
C Perfecto, muchas gracias.`,
  ),
  fr: of(
    'fr',
    `
A Bonjour, merci de votre appel. Comment puis-je vous aider ?
C Bonjour, j'ai été débité deux fois pour ma commande et je voudrais être remboursé.
A Je suis désolé. Pouvez-vous me donner votre numéro de commande ?
C C'est le 4711.
A Merci, je vous rembourse le second paiement.
C Parfait, merci beaucoup.`,
  ),
  it: of(
    'it',
    `
A Buongiorno, grazie per aver chiamato. Come posso aiutarla?
C Salve, il mio ordine mi è stato addebitato due volte e vorrei un rimborso.
A Mi dispiace. Mi può dare il suo numero d'ordine, per favore?
C È il 4711.
A Grazie, le rimborso subito il secondo addebito.
C Perfetto, grazie mille.`,
  ),
  nl: of(
    'nl',
    `
A Goedemorgen, bedankt voor het bellen. Waarmee kan ik u helpen?
C Hallo, mijn bestelling is twee keer afgeschreven en ik wil mijn geld terug.
A Dat spijt me. Mag ik uw bestelnummer?
C Dat is 4711.
A Dank u, ik betaal het tweede bedrag aan u terug.
C Fijn, dank u wel.`,
  ),
  pt: of(
    'pt',
    `
A Bom dia, obrigada por ligar. Em que posso ajudar?
C Olá, o meu pedido foi cobrado duas vezes e quero o meu dinheiro de volta.
A Lamento muito. Pode dar-me o número do seu pedido, por favor?
C É o 4711.
A Obrigada, vou devolver-lhe o segundo valor.
C Perfeito, muito obrigado.`,
  ),
};
