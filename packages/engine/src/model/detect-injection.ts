/**
 * Finds turns that instruct the evaluator, in any wording, language or disguise, and turns that plant a verdict or imitate a prompt. A
 * finding changes no value, because turns are data anyway. But a model may have obeyed: no quote from such a turn counts, and no answer of
 * the model is sure.
 */
import type { Conversation, Turn } from '../conversation/conversation.ts';
import { orderScore } from './orders/order-score.ts';
import { levelled, type Reading, readingsOf } from './orders/readings-of.ts';

export type InjectionKind = 'addresses_the_evaluator' | 'plants_a_verdict' | 'imitates_a_prompt' | 'hides_text';

export interface Injection {
  turn: number;
  kind: InjectionKind;
}

/** Patterns rather than words: text that a program would write, and nobody says. */
const FORMS: readonly (readonly [InjectionKind, RegExp])[] = [
  [
    'plants_a_verdict',
    /["']?(?:nonce|answers|value|confidence|evidence|verdict|score|result)["']?\s*:\s*(?:["'[{]|true\b|false\b|-?\d)/,
  ],
  ['plants_a_verdict', /[:=]\s*["']?(?:true|false|pass(?:ed)?|yes|no|met|1|100|positive)["']?\s*[,;}\n].{0,40}[:=]/],
  [
    'plants_a_verdict',
    /\b(?:the )?(?:correct|right|expected|only valid|final|true) (?:answer|score|value|verdict|label|category|rating|result|output)s? (?:is|are|must be|should be|for|=|:)/,
  ],
  [
    'plants_a_verdict',
    /\b(?:score|rating|verdict|grade|confidence)\s*(?:=|:|should be|must be|has to be|needs to be)\s*(?:["']?\d|maximum|max|perfect|full|excellent|true|high)/,
  ],
  [
    'plants_a_verdict',
    /\b(?:give|award|assign|grant|rate|score|grade)\b[^.!?]{0,60}\b(?:(?:perfect|full|maximum|max|highest|top) (?:score|marks?|rating|grade)|10\/10|100\/100|5\/5|score of \d+)/,
  ],
  [
    'imitates_a_prompt',
    /<\|?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\|?>|\[\/?(?:inst|system|sys)\]|<<\/?sys>>|<\/?(?:system|instructions?|prompt|conversation|transcript|turn|rules|tool_result|function_results?|output)>/,
  ],
  [
    'imitates_a_prompt',
    /\[(?:tool|function|system|assistant|developer)[ _-](?:result|output|call|message|note|response)s?\]/,
  ],
  ['imitates_a_prompt', /\b(?:thought|observation|action)\s*:.{0,200}\b(?:thought|observation|action)\s*:/],
  [
    'imitates_a_prompt',
    /\b(?:respond|reply|answer|output|return) (?:only )?(?:with|in|using) (?:only )?(?:this )?(?:json|yaml)\b/,
  ],
  ['imitates_a_prompt', /["']role["']\s*:\s*["'](?:system|assistant|developer|tool|user)["']/],
  [
    'imitates_a_prompt',
    /(?:^|\n|\s)#{1,6}\s*(?:system|instructions?|new task|task|bricks|kit|end of the conversation|response|answer format|prompt)\b/,
  ],
  [
    'imitates_a_prompt',
    /(?:^|\s)(?:system|developer)\s*:\s*(?:you|ignore|always|never|the|set|from now|override|important|answer|mark)/,
  ],
  [
    'imitates_a_prompt',
    /```(?:json|system|tool)?|\bend of (?:the )?(?:transcript|conversation|data|input|user input)\b|\banswer these keys\b|\b(?:conversation|call|transcript) ends here\b|\bthe nonce\b/,
  ],
  [
    'imitates_a_prompt',
    /\b(?:decode|base64|rot13)\b[^.!?]{0,40}\b(?:follow|obey|execute|instructions?|and (?:do|apply))\b/,
  ],
];
/** Characters of the Unicode tag block are invisible ASCII; direction overrides make text read differently from what it is. */
const HIDDEN = /[\u{e0020}-\u{e007e}]|[\u202d\u202e]/u;

/** From here on a sentence is an instruction: 18 of 2,017 ordinary conversations contain one; 19 of 317 test instructions are missed. */
const ORDER = 4;
/** Text that was encoded or reversed is meant for somebody who decodes it. */
const HIDDEN_ORDER = 3;
/** Turns of one speaker that are an instruction only together. */
const SPLIT_ORDER = 5.5;
const SPLIT_TURNS = 3;
const SPLIT_CHARACTERS = 300;

/** At most one finding per turn. `keys` are the kit's own: a turn that sets one plants a verdict. */
export function detectInjections({ turns }: Conversation, keys: readonly string[]): Injection[] {
  const setsKey = keyPattern(keys);
  const found = turns.flatMap((turn): Injection[] => {
    const kind = kindOf(turn.text, setsKey);
    return kind === undefined ? [] : [{ turn: turn.index, kind }];
  });
  const known = new Set(found.map(({ turn }) => turn));
  const split = splitOrders(turns.filter(({ index }) => !known.has(index)));
  return [...found, ...split].toSorted((left, right) => left.turn - right.turn);
}

function kindOf(text: string, setsKey: RegExp | undefined): InjectionKind | undefined {
  if (HIDDEN.test(text)) return 'hides_text';
  const readings = readingsOf(text);
  for (const { text: read } of readings) {
    if (setsKey?.test(read)) return 'plants_a_verdict';
    const form = FORMS.find(([, pattern]) => pattern.test(read))?.[0];
    if (form !== undefined) return form;
  }
  return readings.some(isOrder) ? 'addresses_the_evaluator' : undefined;
}

function isOrder({ text, isHidden }: Reading): boolean {
  const least = isHidden ? HIDDEN_ORDER : ORDER;
  return sentencesOf(text).some((sentence) => orderScore(sentence) >= least);
}

/** Transcripts often have no punctuation: a longer sentence is checked in overlapping pieces. */
const SENTENCE_WORDS = 30;

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？؟।;\n])\s*(?=\S)/u).flatMap((sentence) => {
    const words = sentence.split(' ');
    if (words.length <= SENTENCE_WORDS) return [sentence];
    const pieces: string[] = [];
    for (let at = 0; at < words.length; at += SENTENCE_WORDS / 2)
      pieces.push(words.slice(at, at + SENTENCE_WORDS).join(' '));
    return pieces;
  });
}

/** An instruction in pieces: the next short turns of the same speaker, without the other's words. */
function splitOrders(turns: readonly Turn[]): Injection[] {
  const found = new Set<number>();
  for (const said of Map.groupBy(turns, ({ speaker }) => speaker).values()) {
    for (let at = 0; at + 1 < said.length; at += 1) {
      const pieces = said.slice(at, at + SPLIT_TURNS);
      const text = pieces.map((turn) => turn.text.replace(/[.!?…]+\s*$/u, '')).join(' ');
      if (text.length > SPLIT_CHARACTERS) continue;
      if (orderScore(levelled(text)) >= SPLIT_ORDER) for (const { index } of pieces) found.add(index);
    }
  }
  return [...found].map((turn) => ({ turn, kind: 'addresses_the_evaluator' }));
}

/** Nobody says keys of several words; a key such as "address" occurs in many sentences, and counts only in quotation marks. */
function keyPattern(keys: readonly string[]): RegExp | undefined {
  if (keys.length === 0) return undefined;
  const names = keys.map(escapeText);
  const coined = names.filter((key) => key.includes('_'));
  const quoted = `["'](?:${names.join('|')})["']\\s*[=:]`;
  const told = `\\b(?:${coined.join('|')})\\b\\s*(?:=|:|to|is|should be|must be)\\s*["']?[\\p{L}\\p{N}]`;
  return new RegExp(coined.length === 0 ? quoted : `${quoted}|${told}`, 'u');
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
