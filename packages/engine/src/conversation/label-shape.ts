/** Checks the words before a colon: removes decoration around a name, and decides whether they look like a name. */

export const LABEL_LENGTH = 100;
/** More words are a sentence. */
const MAX_WORDS = 12;
const NAME_WORDS = 6;
/** Small words inside names of people and companies. */
const INSIDE_NAMES = new Set(
  'de da do dos das del della di du des den der dem van von vom zu zur la le les el al bin ibn ben y e of and the for from at und & + - – | / · @'.split(
    ' ',
  ),
);
/** Words before a colon that are a heading or a form field rather than a speaker. */
const HEADINGS = new Set(
  (
    'note notes summary subject date time duration topic title agenda participants attendees location warning example ' +
    'ps p.s re fw fwd cc bcc to from sent reply-to http https question answer tip update reminder action actions todo ' +
    'reason address email e-mail mail phone tel fax total order number transcript call recording meeting name price amount ' +
    'quantity item items product option options step steps id reference ref status balance due invoice delivery shipping city ' +
    'street zip postcode country details issue problem solution resolution description result results outcome conclusion ' +
    'background important caution attention disclaimer source link url website hint fyi nb btw eta edit password username ' +
    'campaign queue disposition direction extension ani dnis language ' +
    'hinweis anmerkung betreff datum notiz wichtig monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april may june july august september october november december'
  ).split(' '),
);
const NUMBERED_HEADING =
  /^(?:step|option|part|day|week|chapter|section|item|point|no|number|question|answer|phase|table|figure|page|line|version)\.?\s?\d{1,4}[a-z]?$/;
/** Fields above a transcript: "Call ID", "Agent Name", "Start Time". */
const FIELD =
  /^(?:call|case|ticket|order|account|customer|caller|agent|contact|conversation|interaction|session|recording|campaign|queue|phone|start|end|reference)(?:[ _-]\p{L}{1,12})?[ _-](?:id|ids|number|no|nr|name|date|time|duration|length|direction|type|status|reason|disposition|url|language)\.?$/u;
/** A picture before a name: "🎧 Agent". */
const BEFORE_NAME = /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d)\s{0,3}){1,12}(?=[\p{L}@+([])/u;
const PHONE = /^\+?[\d\s()./-]{6,30}$/;

/** The label without list marks, bold marks and surrounding brackets; empty if it cannot be a label. */
export function cleanLabel(raw: string): string | undefined {
  const bare = raw
    .trim()
    .replace(/^\d{1,4}[.)]\s{1,3}(?=[\p{L}*_<])/u, '')
    .replace(/^(?:[\s>*_#•~-]|<[a-z]{1,10}>){1,12}(?=\S)/u, '')
    .replace(/(?:[*_-]|<\/[a-z]{1,10}>){1,8}$/u, '')
    .trim();
  const named = bare.replace(BEFORE_NAME, '');
  const label = /^\[((?:[^[\]]|\[[^[\]]{1,60}\]){1,60})\]$/u.exec(named)?.[1]?.trim() ?? named;
  if (label === '' || label.length > LABEL_LENGTH || !/[\p{L}\p{N}]/u.test(label)) return undefined;
  if (isTimeOrList(label) || /[{}=\\]|^['‘"“]/u.test(label)) return undefined;
  return label.split(/\s+/u).length > MAX_WORDS ? undefined : label;
}

/** Digits alone are not a name, except the number of a channel and a phone number. */
function isTimeOrList(label: string): boolean {
  if (/^[[(]?\d{1,3}:\d{2}(?::\d{2})?[\])]?$/.test(label)) return true;
  return /^[\d\s.,/-]{1,100}$/.test(label) && !/^\d{1,2}$/.test(label) && !isPhoneNumber(label);
}

export function isPhoneNumber(label: string): boolean {
  const digits = label.replace(/\D/g, '').length;
  return PHONE.test(label) && digits >= 7 && digits <= 15;
}

/** The number of a channel or a diarised speaker: `0: hi`. Lists are numbered like this too, so it must be repeated to count. */
export function isBareNumber(label: string): boolean {
  return /^\d{1,2}$/.test(label);
}

export function isHeadingWord(folded: string): boolean {
  return HEADINGS.has(folded) || NUMBERED_HEADING.test(folded) || FIELD.test(folded);
}

/** A few words without function words: "Maria del Carmen", "Tom [Becker]", "@tomb", but not "so he said". */
export function isNameLike(label: string): boolean {
  if (isPhoneNumber(label)) return true;
  if (isBareNumber(label)) return false;
  const words = label
    .replace(/\([^()]{1,80}\)|\[[^[\]]{1,80}\]/gu, ' ')
    .trim()
    .split(/\s+/u);
  if (words.length === 1) return true;
  return (
    words.length <= NAME_WORDS &&
    words.every((word, index) => !/^\p{Ll}/u.test(word) || (index > 0 && INSIDE_NAMES.has(word))) &&
    !/[.!?]\s+\p{Lu}?\p{Ll}+\s+\p{Ll}/u.test(label)
  );
}
