/** Passwords, PINs and one-time codes: they follow a word for one, precede "as my password", or answer a question for one. */
import type { Identity, MaskText } from './identity.ts';
import { readRuns } from './number-runs.ts';
import { readTokens } from './tokens.ts';
import { withRepeats } from './with-repeats.ts';

const NAMES = [
  'pass ?word|pass ?code|pass ?phrase|pwd?|pass(?=\\s?:)|pin(?:[ -]?(?:code|number|nummer|nr))?|(?:one[- ]time|verification|access|unlock|sms|activation) (?:code|pin)|(?:the )?code (?:that )?you (?:just )?(?:sent|texted)(?: me| us)?|memorable word|otp',
  '(?:\\p{L}{2,20})?(?:passwort|kennwort)|geheimzahl|einmalcode|tan(?=[ :])|(?:bestätigungs|zugangs|prüf|freischalt|aktivierungs|sms-)code|code aus der (?:sms|mail|app)',
  'contrase[nñ]a|(?:palabra )?clave(?: secreta| de acceso| temporal| telef[oó]nica)?|n[uú]mero secreto|c[oó]digo (?:pin|secreto|de acceso|de verificaci[oó]n|de verificação|del? sms|de un solo uso)',
  "mot de passe|mdp|code (?:pin|secret|confidentiel|de vérification|d[’']accès)",
  "parola d['’]ordine|codice (?:pin|segreto|di verifica|di accesso)",
  'wachtwoord|ww|(?:toegangs|verificatie)code',
  'senha|palavra[- ]passe|código secreto',
].join('|');
const CUE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${NAMES})(?![\\p{L}\\p{N}])`, 'giu');
/** "as my password" */
const AS_CUE = new RegExp(
  `(?<![^\\s])(\\S{3,64})\\s+(?:as|als|como|comme|come)\\s+(?:\\p{L}{1,5}\\s+){0,2}(?:${NAMES})(?![\\p{L}\\p{N}])`,
  'giu',
);
const IS = "used to be|is|was|ist|war|lautet|heißt|es|era|est|c['’]est|è|é|it['’]s|that['’]s";
const TO = 'to|auf|type|typed|enter|entered|use|used|put|a|en|in|op|naar|para|su';
const ARTICLE = '(?:(?:the|el|le|la|il|lo|o|a|de|het|die|der|das|still|now|just)\\s+)?';
/** "my password is", "the password for the app:", "the PIN and I type". A password manager is not a password. */
const LINKS = [IS, TO].map(
  (verbs, at) =>
    new RegExp(
      `(?!\\s+(?:manager|policy|reset|pad|länge))(?:\\s+[\\p{L}'’]+){0,4}?(?:\\s*[:=]\\s*|['’]s\\s+|,?\\s+(?${at === 0 ? '<is>' : ':'}${verbs})\\s*[:,]?\\s+)${ARTICLE}`,
      'iuy',
    ),
);
const DIRECT = /[\s,-]{1,3}/y;
const OPENING = new RegExp(
  `^[\\s¿¡]*(?:(?:yes|yeah|sure|okay|ok|um|uh|er|well|so|of course|ja|klar|also|natürlich|s[ií]|claro|oui|euh|bien sûr|certo|sim|the|el|le|il|o|das|dat|this|that|it)[\\s,.…-]+){0,4}(?:(?<is>${IS})\\s+)?${ARTICLE}`,
  'iu',
);
const QUOTED = /[“"„«'‘]([^“”"„«»'‘’\n]{3,40})[”"“»'’]/y;
const CHUNK = /\S{3,64}/y;
const SPELLED = /\p{L}(?:[\s-]\p{L}){2,30}(?![\p{L}\p{N}])/uy;
const WORD = /(\p{L}{5,40})(?=\s*(?:$|[.,;!?]|with\b|all\b))/uy;
const UNIT =
  /^\s?(?:[€$£%]|(?:euros?|dollars?|pounds?|times|characters|digits|days?|hours?|minutes?|zeichen|stellen|mal|tage|caracteres|días|jours|caractères|caratteri|giorni|tekens|dagen|dias)(?!\p{L}))/iu;
/** A plain word that describes a password rather than being one: by its ending or by name. */
const STATE_ENDING =
  /(?:ed|ing|able|ible|ive|less|ful|ad[oa]|id[oa]|[lr]t[oa]|ct[oea]?|nte|ble|ée?|en|iert|bar|lich|ig)$/iu;
const STATES = new Set(
  [
    'wrong right valid invalid secret secure weak strong short long again there their great okay empty different unknown safe public private case gone missing visible hidden enough shorter longer older exactly always never about somewhere something nothing probably really actually completely currently only',
    'falsch richtig gültig leer bekannt unbekannt sicher unsicher',
    'incorrecta incorrecto correcta errónea inválida válida larga corta segura nueva secreta',
    'incorrect faux fausse valide invalide vide court courte secret inconnu',
    'sbagliata errata corretta valida scaduta lunga corta sicura segreta nuova',
    'verkeerd onjuist juist fout ongeldig leeg bekend',
    'errada incorreta correta muito curta longa segura fraca secreta',
  ].flatMap((words) => words.split(' ')),
);
/** "PIN" alone is not a password, and neither is "la clave es la paciencia". */
const STRONG_ONLY = /^pin|pin$|^clave$/i;
const FEWEST_DIGITS = 3;
const LONGEST = 64;

interface Reading {
  text: string;
  runs: ReturnType<typeof readRuns>;
}

export function findPasswords(texts: readonly MaskText[]): Identity[][] {
  let isAsked = false;
  const found = texts.map(({ text }) => {
    const cues = [...text.matchAll(CUE)];
    if (cues.length === 0 && !isAsked) return [];
    const reading = { text, runs: readRuns(text, readTokens(text)) };
    const told = [
      ...cues.flatMap(({ 0: cue, index }) => afterCue(reading, index + cue.length, STRONG_ONLY.test(cue)) ?? []),
      ...[...text.matchAll(AS_CUE)].flatMap(({ index }) => strongAt(reading, index) ?? []),
    ];
    const answer = isAsked && told.length === 0 ? answerIn(reading) : undefined;
    isAsked = cues.length > 0 && told.length === 0 && /[?？]\s*$/u.test(text);
    return answer === undefined ? told : [...told, answer];
  });
  return withRepeats(texts, found, () => true);
}

function afterCue(reading: Reading, end: number, isStrongOnly: boolean): Identity | undefined {
  for (const pattern of LINKS) {
    const link = stickyAt(pattern, reading.text, end);
    if (link === undefined) continue;
    const at = end + link[0].length;
    const isPlain = link.groups?.is !== undefined || /[:=]/.test(link[0]);
    const told = strongAt(reading, at) ?? (isPlain && !isStrongOnly ? plainAt(reading.text, at) : undefined);
    if (told !== undefined) return told;
  }
  const gap = stickyAt(DIRECT, reading.text, end);
  return gap === undefined ? undefined : strongAt(reading, end + gap[0].length);
}

function answerIn(reading: Reading): Identity | undefined {
  const opening = OPENING.exec(reading.text);
  const at = opening?.[0].length ?? 0;
  return strongAt(reading, at) ?? (opening?.groups?.is === undefined ? undefined : plainAt(reading.text, at));
}

/** Anything that is not an ordinary word: quoted, with digits, signs or capitals inside, spoken or spelled. */
function strongAt({ text, runs }: Reading, at: number): Identity | undefined {
  const quoted = stickyAt(QUOTED, text, at);
  if (quoted !== undefined) return identityOf(text, at + 1, at + 1 + (quoted[1]?.length ?? 0));
  const chunk = stickyAt(CHUNK, text, at)?.[0].replace(/[.,;:?)"'»”]+$/u, '') ?? '';
  // A run may begin before: "PIN 4471" looks like one.
  const run = runAt(runs, at);
  if (isRandom(chunk) && (run === undefined || run.end <= at + chunk.length)) {
    return identityOf(text, at, at + chunk.length);
  }
  // "PIN 4471 PIN 4471 …" is one run: it is cut, or each of its cues would copy the rest of the text.
  if (run !== undefined && run.end - at > LONGEST)
    return /\d/.test(chunk) ? identityOf(text, at, at + chunk.length) : undefined;
  if (run !== undefined) {
    return UNIT.test(text.slice(run.end, run.end + 14)) ? undefined : identityOf(text, at, run.end);
  }
  const spelled = stickyAt(SPELLED, text, at);
  return spelled === undefined ? undefined : identityOf(text, at, at + spelled[0].length);
}

function runAt(runs: Reading['runs'], at: number): Reading['runs'][number] | undefined {
  let low = 0;
  for (let high = runs.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && run.start <= at && run.digits.length >= FEWEST_DIGITS ? run : undefined;
}

function isRandom(chunk: string): boolean {
  if (chunk.length < 4) return false;
  return (
    (/\d/.test(chunk) && /[^\d.,:/-]/.test(chunk) && !/^\d{1,4}\p{Ll}{1,3}$/u.test(chunk)) ||
    /[\p{L}\d][_&$#@%*+=!^][\p{L}\d]/u.test(chunk) ||
    /\p{Ll}\p{Lu}/u.test(chunk)
  );
}

function plainAt(text: string, at: number): Identity | undefined {
  const word = stickyAt(WORD, text, at)?.[1];
  if (word === undefined || STATES.has(word.toLowerCase()) || STATE_ENDING.test(word)) return undefined;
  return identityOf(text, at, at + word.length);
}

function identityOf(text: string, start: number, end: number): Identity {
  return { start, end, kind: 'password', normal: text.slice(start, end).replaceAll(/\s+/g, ' ') };
}

function stickyAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
