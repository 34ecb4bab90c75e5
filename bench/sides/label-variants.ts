/** The same conversation under other labels: removed, or swapped for names, numbers, words of other languages, and roles that mislead. */
import type { Side, Turn } from '@brickwork/engine/conversation/conversation';
import { hashOf, type SidedConversation } from './labelled-sets.ts';

export const VARIANTS = ['kept', 'removed', 'names', 'numbers', 'foreign', 'misleading', 'reversed'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface Relabelled {
  turns: Turn[];
  sides: Map<string, Side>;
}

const NAMES =
  'Lena Fischer|Tom Becker|Maria del Carmen|Ann O’Neil|tomb|Priya Nair|J. Okafor|Sofia [Rossi]|Chen Wei|Yusuf|Dr. Ines Brandt|Becker, Tom|@annlee|Jo'.split(
    '|',
  );
const NUMBERS = '+15550102233|(555) 010-2244|+49 151 2345678|0|1|2|0044 20 7946 0958|555-0177'.split('|');
/** The agent's label and the customer's. Not all of them are words that the service knows. */
const FOREIGN =
  'Berater/Kunde|Mitarbeiterin/Anruferin|Agente/Cliente|Conseiller/Client|Medewerker/Klant|Handläggare/Kund|Doradca/Klientka|客服/客户|オペレーター/お客様|Оператор/Клиент|Atendente/Freguês|Sachbearbeiter/Mieter'
    .split('|')
    .map((pair) => pair.split('/'));
/** Labels that say the wrong side, or nothing although they seem to. */
const MISLEADING = [
  ['caller', 'callee'],
  ['user', 'contact'],
  ['Lena', 'Doctor'],
  ['Lena', 'Dr. Brandt'],
  ['Client Services', 'Tom'],
  ['Client Services', 'Becker'],
  ['Lena Fischer', 'IT Support Becker GmbH'],
  ['Agent', 'IT Support Becker GmbH'],
  ['Lena Fischer', 'support@becker.example'],
  ['Guest Relations', 'Manager'],
  ['Visitor Centre', 'Employee'],
  ['Student Office', 'Teacher'],
  ['Tom', 'Sales Manager, Becker Ltd'],
  ['Customer Care', 'Nurse'],
];
const REVERSED = [
  ['Customer', 'Agent'],
  ['Caller', 'Agent'],
  ['User', 'Assistant'],
];

export function relabel(conversation: SidedConversation, variant: Variant): Relabelled {
  const labels = labelsFor(conversation, variant);
  const sides = new Map([...conversation.sides].map(([label, side]) => [labels.get(label) ?? label, side]));
  let start = 0;
  const turns = conversation.turns.map(({ speaker, text }, index): Turn => {
    const turn = { index, speaker: labels.get(speaker) ?? speaker, text, start, end: start + text.length };
    start = turn.end + 1;
    return turn;
  });
  return { turns, sides };
}

function labelsFor({ id, turns, sides }: SidedConversation, variant: Variant): Map<string, string> {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  if (variant === 'kept') return new Map();
  if (variant === 'removed') return new Map(speakers.map((label, index) => [label, `Speaker ${index + 1}`]));
  const seed = hashOf(`${variant} ${id}`).readUInt32BE(0);
  const pick = <T>(list: readonly T[], offset = 0): T | undefined => list[(seed + offset) % list.length];
  if (variant === 'names') return new Map(speakers.map((label, index) => [label, pick(NAMES, index) ?? label]));
  if (variant === 'numbers') return new Map(speakers.map((label, index) => [label, pick(NUMBERS, index) ?? label]));
  const pair = pick({ foreign: FOREIGN, misleading: MISLEADING, reversed: REVERSED }[variant]) ?? [];
  // The first of each side gets the role; whoever else there is keeps a name.
  const first = (side: Side) => speakers.find((label) => sides.get(label) === side);
  return new Map(
    speakers.map((label, index) => {
      if (label === first('agent')) return [label, pair[0] ?? label];
      return [label, label === first('customer') ? (pair[1] ?? label) : (pick(NAMES, index) ?? label)];
    }),
  );
}
