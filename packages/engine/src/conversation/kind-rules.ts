/**
 * The kind of a turn from its label or its words, if the input does not state it. Only unambiguous labels, and words that stand alone (most
 * of them in brackets), are used: anything doubtful stays speech.
 */
import { foldLabel } from './infer-side.ts';
import type { TurnKind } from './turn-kinds.ts';

const LABELS: Readonly<Record<'system' | 'note' | 'bot' | 'voicemail' | 'hold', string>> = {
  system: 'system|system message|developer|tool|function',
  note: 'internal note|private note|agent note|staff note|internal comment|private comment|interne notiz|nota interna|note interne',
  bot: 'bot|chatbot|voicebot|virtual agent|virtual assistant|ai agent|ai assistant|ivr|auto attendant|auto-attendant|phone menu|recording|recorded message|announcement',
  voicemail: 'voicemail|voice mail|voicemail message|answering machine|mailbox',
  hold: 'hold|hold music|on hold|music|music on hold',
};
const KIND_OF_LABEL: ReadonlyMap<string, TurnKind> = new Map(
  Object.entries(LABELS).flatMap(([kind, labels]) =>
    labels.split('|').map((label): [string, TurnKind] => [label, kind as TurnKind]),
  ),
);
/** "Interpreter", "Spanish interpreter", "Interpreter 4711". */
const INTERPRETER =
  /^(?:\p{L}{2,20} )?(?:interpreter|translator|dolmetscher|dolmetscherin|intérprete|interprète|interprete|tolk)(?: (?:\d{1,10}|\(\p{L}{2,20}\)))?$/u;

/** The kind of a speaker's turns, from the label alone. */
export function kindOfLabel(label: string): TurnKind | undefined {
  const folded = foldLabel(label.slice(0, 80));
  const role = /\(([^()]{1,40})\)$/u.exec(folded)?.[1];
  const kind = KIND_OF_LABEL.get(folded) ?? (role === 'note' ? 'note' : KIND_OF_LABEL.get(role ?? ''));
  return kind ?? (INTERPRETER.test(folded) ? 'interpreter' : undefined);
}

const LONGEST_MARKER = 160;
const BRACKETED =
  /^(?:\[([^[\]]+)\]|\(([^()]+)\)|\*{1,3}([^*]+)\*{1,3}|<([^<>]+)>|♪+([^♪]*)♪+|-{2,}([^-].*?)-{2,})\.?$/u;
/** Marks of writing direction: WhatsApp puts one before its own messages. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const OWN_WORDS = '\u200e';

const LASTING = String.raw`(?:[,:;–-]?\s{0,2}(?:for )?\d{1,5}(?:[:.]\d{2}){0,2}\s?(?:s|sec|secs|seconds|m|min|mins|minutes)?)?`;
const HOLD = new RegExp(
  `^(?:(?:(?:the )?(?:agent|caller|customer|call|client)(?: is| was)? )?(?:placed |put )?(?:the )?(?:(?:caller|customer|call|client) )?on hold|hold(?: music| time| tone)?(?: (?:plays|playing|starts|ends))?|(?:(?:hold|waiting|background|queue|elevator) )?music(?: on hold)?(?: (?:plays|playing))?|(?:call|caller|customer) (?:resumed|off hold|back from hold))${LASTING}$`,
);
const NOTICE = new RegExp(
  String.raw`^(?:(?:the )?(?:call|chat|conversation|line|recording|session|meeting|case|ticket|you)\b.{0,60}\b(?:transferred|started|ended|closed|connected|disconnected|dropped|resumed|paused|assigned)\b.{0,60}|(?:transferred|transferring|connecting|dialing|ringing)\b.{0,60}|(?:long )?(?:silence|beep|dial tone|ringtone|ring tone)${LASTING}|.{1,60} (?:has )?(?:joined|left|entered|ended) (?:the )?(?:chat|conversation|call|meeting|session|room|group|queue))\.?$`,
);
const LEFT_OUT =
  /^(?:(?:media|image|photo|video|audio|document|sticker|gif|contact card|file|voice message|medien|bild|video|audio|sprachnachricht|dokument|imagen|imagem|immagine|archivo|multimedia|média|mídia)\s?(?:omitted|ausgeschlossen|weggelassen|omitid[oa]|omis(?:e|es)?|ausente|non incluso)|(?:attached|attachment|anhang|adjunto|pièce jointe|file|image|photo|angehängt)s?\s?:\s?.{1,120}|image|photo|video|file|attachment|sticker|gif|voice message)$/;
const FILE_ATTACHED = /^\S.{0,120}\.\w{2,5} \((?:file attached|datei angehängt|archivo adjunto|fichier joint)\)$/;
const DELETED = new Set(
  (
    'this message was deleted|you deleted this message|this message has been deleted|message deleted|deleted message|this message was deleted by an admin|' +
    'this message was removed|message removed|this message was unsent|diese nachricht wurde gelöscht|du hast diese nachricht gelöscht|se eliminó este mensaje|' +
    'este mensaje fue eliminado|eliminaste este mensaje|ce message a été supprimé|vous avez supprimé ce message|esta mensagem foi apagada|mensagem apagada|' +
    'você apagou esta mensagem|questo messaggio è stato eliminato|hai eliminato questo messaggio|dit bericht is verwijderd'
  ).split('|'),
);

/** The kind of a whole turn, from its words, if they are a marker and not speech. */
export function kindOfText(text: string): TurnKind | undefined {
  if (text.length > LONGEST_MARKER) return undefined;
  const plain = text.replace(INVISIBLE, '').trim();
  const folded = plain.toLowerCase().replace(/\s+/gu, ' ');
  if (DELETED.has(folded.replace(/[.<>[\]()]/gu, '').trim())) return 'deleted';
  const match = BRACKETED.exec(folded);
  const inner = match
    ?.slice(1)
    .find((group) => group !== undefined)
    ?.trim();
  if (match?.[5] !== undefined) return 'hold';
  if (inner !== undefined) return kindOfMarker(inner);
  if (FILE_ATTACHED.test(folded)) return 'attachment';
  return text.startsWith(OWN_WORDS) ? (kindOfMarker(folded) ?? 'system') : undefined;
}

function kindOfMarker(inner: string): TurnKind | undefined {
  if (HOLD.test(inner)) return 'hold';
  if (LEFT_OUT.test(inner)) return 'attachment';
  return NOTICE.test(inner) ? 'system' : undefined;
}

/** Separate lines in chats: "Dana has joined the chat". */
const JOINS =
  /^(?:\p{Lu}[^.!?:]{0,50} (?:has |have )?(?:joined|left|ended|entered) (?:the )?(?:chat|conversation|session)|(?:the )?(?:chat|call|conversation) (?:has been |has |was |is being )?(?:transferred|started|ended|closed|assigned)\b[^.!?:]{0,60}|you are now (?:chatting|connected|speaking) with [^.!?:]{1,50})\.?$/iu;
const NOTE = /^[[(*]{0,3}(?:internal|private|staff) (?:note|comment)\b[^\n:\])]{0,60}(?:[\])]\*{0,2}:?|:)\*{0,2}/iu;

/** The kind of a line without a speaker within a transcript: a marker, a notice, or an explicit note. */
export function kindOfLine(line: string): TurnKind | undefined {
  const head = line.trim();
  if (NOTE.test(head.slice(0, 160))) return 'note';
  if (head.length > LONGEST_MARKER) return undefined;
  return BRACKETED.test(head) ? kindOfText(head) : JOINS.test(head) ? 'system' : undefined;
}
