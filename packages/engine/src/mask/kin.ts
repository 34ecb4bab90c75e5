/** Family and colleagues before a name: "my wife Thandeka", "meine Tochter Wiebke", "mon mari Étienne". */
import { wordSet } from '../core/read-vocabulary.ts';
import type { Token } from './tokens.ts';

const KIN = wordSet('person-names', 'kin');
const POSSESSIVES = new Set('my our his her their'.split(' '));
/** The list of English words is in the vocabulary; these count after "my" in their own languages only. */
const FOREIGN_KIN = new Set(
  [
    'frau mann tochter sohn mutter vater bruder schwester chef chefin kollege kollegin nachbar nachbarin freund freundin partnerin oma opa',
    'esposa esposo marido mujer hija hijo madre padre hermano hermana jefe jefa socio socia amigo amiga vecino vecina abuela abuelo',
    'femme mari fille fils mère père frère soeur sœur collègue copain copine ami amie patron patronne voisin voisine épouse',
    'moglie marito figlia figlio fratello sorella capo collega amico amica vicino vicina nonna nonno',
    'mulher filha filho mãe pai irmão irmã chefe colega namorado namorada vizinho vizinha avó avô',
    'vrouw man dochter zoon moeder vader broer zus baas vriend vriendin buurman buurvrouw oma opa',
  ].flatMap((words) => words.split(' ')),
);
const FOREIGN_POSSESSIVES = new Set(
  'mein meine meiner meinem meinen unser unsere unserer mi nuestra nuestro su ma mon notre mia mio minha meu nossa nosso mijn onze'.split(
    ' ',
  ),
);

/** Where the name would begin, if the word is one for family or colleagues; `isOwn`: "my" precedes it, so that any capital counts. */
export function kinAt(tokens: readonly Token[], at: number): { next: number; isOwn: boolean } | undefined {
  const { lower = '' } = tokens[at] ?? {};
  const before = tokens[at - 1]?.lower ?? '';
  if (isForeignKin(tokens, at)) return { next: at + 1, isOwn: true };
  if (!KIN.has(lower)) return undefined;
  const isInLaw = tokens[at + 1]?.lower === 'in' && tokens[at + 2]?.lower === 'law';
  const after = isInLaw ? at + 3 : at + 1;
  return { next: tokens[after]?.lower === 'called' ? after + 1 : after, isOwn: POSSESSIVES.has(before) };
}

/** "Meine Tochter", "Mia moglie": neither word is a name, whatever it looks like. */
export function isKinPhrase(tokens: readonly Token[], at: number): boolean {
  return isForeignKin(tokens, at) || isForeignKin(tokens, at + 1);
}

function isForeignKin(tokens: readonly Token[], at: number): boolean {
  return FOREIGN_KIN.has(tokens[at]?.lower ?? '') && FOREIGN_POSSESSIVES.has(tokens[at - 1]?.lower ?? '');
}
