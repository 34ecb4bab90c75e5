/** What people say in a language besides numbers (`assets/vocabulary/<code>/talk.txt`): who is meant, what denies, what corrects. */
import type { Side } from '../../conversation/conversation.ts';
import { hasVocabulary, languageLines, languageWords } from '../../core/language-vocabulary.ts';
import { oneOf } from '../../core/read-vocabulary.ts';

export interface Talk {
  sideOfWord(word: string): Side | undefined;
  negations: ReadonlySet<string>;
  /** Whether a reply begins by denying. */
  denies(reply: string): boolean;
  /** "Was anybody hurt?" "Nobody." */
  any: ReadonlySet<string>;
  none: ReadonlySet<string>;
  /** Whether what stands before a place in a turn corrects something. */
  corrects(before: string): boolean;
  /** The same with nothing between but "it is". */
  correctsDirectly(before: string): boolean;
}

const languages = new Map<string, Talk>();

/** Undefined for English, which has lists of its own, and for languages of which nothing is known. */
export function talkOf(code: string | undefined): Talk | undefined {
  if (!hasVocabulary(code)) return undefined;
  const before = languages.get(code);
  if (before !== undefined) return before;
  const talk = readTalk(code);
  languages.set(code, talk);
  return talk;
}

/** The words of a text in lower case. */
export function plainWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{M}]+(?:'[\p{L}]+)?/gu) ?? []
  );
}

function readTalk(code: string): Talk {
  const words = (section: string) => new Set(languageWords(code, 'talk', section));
  const lines = (section: string) => oneOf(languageLines(code, 'talk', section));
  const agent = words('agent');
  const customer = words('customer');
  const denial = words('denial');
  const start = String.raw`(?:^|[.!?;,¿¡–—-]\s*|(?<!\p{L})${lines('lead-ins')}\s+)`;
  const cues = `${start}${lines('correction')}(?!\\p{L})`;
  const corrects = new RegExp(`${cues}(?!\\?)[^?]*$`, 'iu');
  const direct = new RegExp(
    String.raw`${cues}[,.!\s–—-]+(?:${lines('correction')}[,.!\s]+)?(?:${lines('it is')}\s+)?(?:${lines('about')}\s+)?$`,
    'iu',
  );
  return {
    sideOfWord: (word) => (agent.has(word) ? 'agent' : customer.has(word) ? 'customer' : undefined),
    negations: words('negations'),
    denies: (reply) => denial.has(plainWords(reply.slice(0, 40))[0] ?? ''),
    any: words('any'),
    none: words('none'),
    corrects: (before) => corrects.test(before),
    correctsDirectly: (before) => direct.test(before),
  };
}
