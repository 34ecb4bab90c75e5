import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../normalise.ts';

const CALLS: [language: string, agent: string, customer: string][] = [
  [
    'German',
    'Werkstatt Brandt, guten Tag, was kann ich für Sie tun? | Gern, haben Sie die Kundennummer da? | Ich trage Sie für Dienstag ein. Kann ich sonst noch helfen?',
    'Guten Tag, ich rufe wegen meines Autos an, die Bremse quietscht. | Nein, die habe ich nicht. Ich wollte nur wissen, was das kostet. | Nein, das ist alles.',
  ],
  [
    'Spanish',
    'Hotel Mirador, buenas tardes, le atiende Lucía, ¿en qué le puedo ayudar? | ¿Me facilita el número de reserva, por favor? | Le confirmo el cambio. ¿Algo más?',
    'Hola, llamo porque quiero cambiar mi reserva de mayo. | No lo tengo aquí, pero está a nombre de mi marido. | No, nada más, gracias.',
  ],
  [
    'French',
    "Bonjour, merci d'avoir appelé la mairie, comment puis-je vous aider ? | Pouvez-vous me donner le numéro de dossier ? | Je vous envoie le formulaire. Bonne journée.",
    "Bonjour, j'appelle pour l'inscription de mon fils à la cantine. | Je ne l'ai pas, on m'a dit que ce n'était pas la peine. | Merci, au revoir.",
  ],
  [
    'Dutch',
    'Goedemorgen, u spreekt met Fietsen Jansen, waarmee kan ik u helpen? | Mag ik uw postcode? | Ik noteer het voor u. Verder nog iets?',
    'Ja hallo, ik bel over mijn fiets, de accu doet het niet meer. | Die is 3512 en dan nog wat. | Nee, ik wil alleen weten wat het kost.',
  ],
];

describe('the sides of a call in another language', () => {
  it.each(CALLS)('are told by what is said in %s', (_, agent, customer) => {
    const [asks, says] = [agent, customer].map((turns) => turns.split(' | '));
    const lines = (asks ?? []).flatMap((line, at) => [`Kim: ${line}`, `Alex: ${says?.[at] ?? ''}`]);
    const { speakers } = normaliseConversation(lines.join('\n'), {});
    expect(speakers).toEqual([
      expect.objectContaining({ label: 'Kim', side: 'agent', basis: 'words' }),
      expect.objectContaining({ label: 'Alex', side: 'customer', basis: 'words' }),
    ]);
  });

  it('stay unknown where nobody shows one', () => {
    const { speakers } = normaliseConversation(
      'Kim: Das Wetter ist heute nicht so gut, und es ist zu kalt für die Jahreszeit, oder?\nAlex: Ja, und der Wind ist auch nicht besser, das ist mit dem Regen zu viel.',
      {},
    );
    expect(speakers?.map(({ side }) => side)).toEqual([undefined, undefined]);
  });
});
