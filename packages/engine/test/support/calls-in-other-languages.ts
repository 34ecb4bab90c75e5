/** Short support calls in ten languages, put together from what agents and customers say. */
const SAID: Readonly<Record<string, { agent: readonly string[]; customer: readonly string[] }>> = {
  de: {
    agent: [
      'Guten Tag, Stadtwerke Weimar, mein Name ist Lena Fischer.',
      'Nennen Sie mir bitte Ihr Geburtsdatum?',
      'Das tut mir sehr leid.',
      'Ich erstatte Ihnen das Geld sofort zurück.',
      'War das alles?',
    ],
    customer: [
      'Hallo, meine Rechnung war viel zu hoch.',
      'Der dritte März neunzehnhundertachtzig.',
      'Ich bin begeistert, vielen Dank.',
      'Wenn das so weitergeht, kündige ich.',
    ],
  },
  es: {
    agent: [
      'Buenos días, le atiende Marta de Luz Norte.',
      '¿Me confirma su fecha de nacimiento?',
      'Le pido disculpas por la espera.',
      'Le devuelvo el dinero hoy mismo.',
      '¿Puedo ayudarle en algo más?',
    ],
    customer: [
      'Hola, quiero cancelar mi contrato.',
      'El tres de marzo de mil novecientos ochenta.',
      'Perfecto, muchas gracias, muy amable.',
      'Esto es una vergüenza.',
    ],
  },
  fr: {
    agent: [
      'Bonjour, service client, Julie à votre écoute.',
      'Pouvez-vous me donner votre date de naissance ?',
      'Je vous présente toutes mes excuses.',
      'Je vous rembourse tout de suite.',
      'Autre chose ?',
    ],
    customer: [
      'Bonjour, je voudrais annuler ma commande.',
      'Le trois mars mille neuf cent quatre-vingts.',
      'C’est parfait, merci beaucoup.',
      'Je suis vraiment très en colère.',
    ],
  },
  pt: {
    agent: [
      'Bom dia, fala a Inês do apoio ao cliente.',
      'Pode confirmar a sua data de nascimento?',
      'Peço imensa desculpa pelo transtorno.',
      'Vou devolver-lhe o dinheiro hoje.',
      'Posso ajudar em mais alguma coisa?',
    ],
    customer: [
      'Olá, a minha fatura está errada.',
      'Três de março de mil novecentos e oitenta.',
      'Muito obrigado, foi muito simpática.',
      'Se não resolverem, mudo de operador.',
    ],
  },
  it: {
    agent: [
      'Buongiorno, sono Chiara del servizio clienti.',
      'Mi può confermare la data di nascita?',
      'Le chiedo scusa per il disagio.',
      'Le rimborso subito l’importo.',
      'Posso fare altro per lei?',
    ],
    customer: [
      'Salve, il pacco non è mai arrivato.',
      'Il tre marzo millenovecentottanta.',
      'Grazie mille, gentilissima.',
      'È la terza volta che chiamo, sono stufo.',
    ],
  },
  nl: {
    agent: [
      'Goedemorgen, u spreekt met Sanne van de klantenservice.',
      'Mag ik uw geboortedatum?',
      'Mijn excuses voor het ongemak.',
      'Ik stort het bedrag vandaag nog terug.',
      'Kan ik u verder nog helpen?',
    ],
    customer: [
      'Hallo, mijn fiets is nog steeds niet gerepareerd.',
      'Drie maart negentienhonderdtachtig.',
      'Heel erg bedankt, wat fijn.',
      'Ik zeg mijn abonnement op.',
    ],
  },
  pl: {
    agent: [
      'Dzień dobry, mówi Anna z działu obsługi klienta.',
      'Czy mogę prosić o datę urodzenia?',
      'Bardzo przepraszam za kłopot.',
      'Zwrócę panu pieniądze jeszcze dzisiaj.',
    ],
    customer: [
      'Dzień dobry, mój rachunek jest za wysoki.',
      'Trzeci marca tysiąc dziewięćset osiemdziesiątego.',
      'Dziękuję, świetnie.',
    ],
  },
  sv: {
    agent: [
      'God morgon, du pratar med Elin på kundtjänst.',
      'Kan jag få ditt personnummer, tack?',
      'Jag ber om ursäkt för besväret.',
      'Jag betalar tillbaka pengarna idag.',
    ],
    customer: [
      'Hej, min räkning är alldeles för hög.',
      'Den tredje mars nittonhundraåttio.',
      'Tack så mycket, det var snällt.',
    ],
  },
  tr: {
    agent: [
      'İyi günler, müşteri hizmetlerinden Elif ben.',
      'Doğum tarihinizi alabilir miyim?',
      'Yaşadığınız sorun için özür dilerim.',
      'Paranızı bugün iade ediyorum.',
    ],
    customer: [
      'Merhaba, faturam çok yüksek geldi.',
      'Üç Mart bin dokuz yüz seksen.',
      'Çok teşekkür ederim, harikasınız.',
    ],
  },
  ja: {
    agent: [
      'お電話ありがとうございます。カスタマーサポートの佐藤です。',
      '生年月日を教えていただけますか。',
      'ご迷惑をおかけして申し訳ございません。',
      '本日中に返金いたします。',
    ],
    customer: [
      '注文した商品がまだ届いていません。',
      '昭和五十五年三月三日です。',
      'ありがとうございます、助かりました。',
    ],
  },
};

export const LANGUAGES = Object.keys(SAID);

/** Always the same ones: four to nine turns, each call with other lines. */
export function callsIn(code: string, calls: number): string[] {
  const { agent = [], customer = [] } = SAID[code] ?? {};
  return Array.from({ length: calls }, (_, call) =>
    Array.from({ length: 4 + (call % 6) }, (_, turn) => {
      const [label, lines] = turn % 2 === 0 ? ['Agent', agent] : ['Customer', customer];
      return `${label}: ${lines[(call + Math.floor(turn / 2)) % lines.length]}`;
    }).join('\n'),
  );
}
