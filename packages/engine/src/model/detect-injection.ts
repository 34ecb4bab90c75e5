/**
 * Finds turns that address the evaluator instead of the other speaker, or that plant a verdict. A finding changes no value, since turns are
 * data anyway; it adds a warning to the run and lowers the confidence of answers whose only evidence is such a turn.
 */
import type { Conversation } from '../conversation/conversation.ts';
import { foldText } from './evidence/fold-text.ts';

export type InjectionKind = 'addresses_the_evaluator' | 'plants_a_verdict' | 'imitates_a_prompt' | 'hides_text';

export interface Injection {
  turn: number;
  kind: InjectionKind;
}

const EVALUATOR =
  '(?:ai|a\\.i\\.|llm|gpt|chatgpt|claude|gemini|(?:language |ai )?model|evaluator|grader|judge|scorer|assessor|classifier|annotator|analy[sz]er|analysis (?:system|engine|tool)|evaluation (?:system|engine|tool)|(?:qa|scoring|grading|analysis|auto(?:mated)?) (?:bot|system|tool|engine|model))';
const RULES = '(?:instructions?|prompts?|rules?|guidelines?|directives?|directions|commands?|constraints|context)';

const PATTERNS: readonly (readonly [InjectionKind, RegExp])[] = [
  [
    'addresses_the_evaluator',
    new RegExp(
      `\\b(?:ignore|disregard|forget|override|overrule|bypass|skip|drop|do not follow|don't follow|stop following)\\b[^.!?]{0,40}\\b(?:previous|prior|above|earlier|preceding|existing|original|initial|system|your|all|any|other|these|those|the)\\b[^.!?]{0,25}\\b${RULES}\\b`,
    ),
  ],
  [
    'addresses_the_evaluator',
    new RegExp(
      `\\b(?:note|message|instructions?|attention|memo|hint|reminder|word|hey|hello|hi|dear|listen|attn)\\b[,:]?\\s*(?:to|for)?\\s*(?:the|any|all|whichever|whatever|this|you,?)?\\s*${EVALUATOR}\\b`,
    ),
  ],
  [
    'addresses_the_evaluator',
    /\byou(?: are|'re)(?: now| no longer| really| actually| just)? (?:a|an|the|my|in)?\s?(?:different |helpful |new |unrestricted |evil |neutral |strict )*(?:ai|llm|language model|evaluator|grader|judge|scorer|classifier|developer mode|debug mode|dan)\b/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:whoever|whatever|anyone|if you)\b[^.!?]{0,30}\b(?:evaluat|grad|scor|analy[sz]|assess|judg|classif|summari[sz])\w*\b[^.!?]{0,30}\b(?:this|the|our)\b/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:when|while|before|after|as) (?:you(?:'re| are)? )?(?:evaluat|grad|scor|analy[sz]|assess|judg|classif|summari[sz]|process)\w* (?:this|the|our) (?:call|chat|conversation|transcript|email|thread|interaction|text)/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:new|updated|revised|real|actual|true|secret|important|hidden|following) (?:system )?(?:instructions?|directives?|prompt)\s*[:.]/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:reveal|print|show|repeat|output|leak|tell me)\b[^.!?]{0,30}\b(?:system prompt|your (?:instructions|rules|prompt)|the nonce)\b/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:system|developer) (?:prompt|override|message|instruction)\b|\bprompt injection\b|\bjailbreak\b/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:respond|reply|answer|output|return) (?:only )?(?:with|in|using) (?:only )?(?:json|the following|exactly|this json|yaml)\b/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:this|the) (?:conversation|call|transcript|text) (?:ends|is over|has ended)(?: here)?[.,:;]? (?:now|your|next|begin|from here)/,
  ],
  [
    'addresses_the_evaluator',
    /\b(?:decode|base64|rot13)\b[^.!?]{0,40}\b(?:follow|obey|execute|instructions?|and (?:do|apply))\b/,
  ],
  [
    'addresses_the_evaluator',
    /\bignor(?:ier|e[rz]?|a|á|ez|i)\w*\b[^.!?]{0,30}\b(?:anweisung|instruc|instruktion|regeln|consignes|istruzioni|instruções)\w*/,
  ],
  [
    'addresses_the_evaluator',
    /(?:忽略|无视|無視|忘记|不要遵守)[^。！？]{0,12}(?:指令|指示|说明|規則|规则|提示)|指示を(?:無視|忘れ)|(?:지시|명령|지침)[^.]{0,8}(?:무시|잊)|игнориру\S*[^.!?]{0,30}(?:инструкц|указан|правил)|(?:تجاهل|تجاهلي)[^.!?]{0,30}(?:التعليمات|الأوامر)|התעלם[^.!?]{0,30}(?:הוראות|ההוראות)/u,
  ],
  ['plants_a_verdict', /["']?(?:nonce|answers|value|confidence|evidence)["']?\s*:\s*(?:["'[{]|true\b|false\b|-?\d)/],
  [
    'plants_a_verdict',
    /\b(?:give|award|assign|grant|rate|score|mark|grade|label|classify|flag|set|record|report|choose|pick|select|answer|return|output)\b[^.!?]{0,60}\b(?:(?:a |the )?(?:(?:perfect|full|maximum|max|highest|top|best) (?:score|marks?|rating|grade|value)|10\/10|100\/100|5\/5|score of \d+)|(?:as|to|=|is) (?:true|false|resolved|compliant|excellent|positive|\d{1,3})\b)/,
  ],
  [
    'plants_a_verdict',
    /\b(?:the )?(?:correct|right|expected|only valid|final|true) (?:answer|score|value|verdict|label|category|rating|result|output)s? (?:is|are|must be|should be|for|=|:)/,
  ],
  [
    'plants_a_verdict',
    /\b(?:score|rating|verdict|grade|confidence)\s*(?:=|:|should be|must be|has to be|needs to be)\s*(?:["']?\d|maximum|max|perfect|full|excellent|true|high)/,
  ],
  [
    'imitates_a_prompt',
    /<\|?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id)\|?>|\[\/?(?:inst|system|sys)\]|<<\/?sys>>|<\/?(?:system|instructions?|prompt|conversation|transcript|turn|rules)>/,
  ],
  [
    'imitates_a_prompt',
    /(?:^|\n|\s)#{1,6}\s*(?:system|instructions?|new task|task|bricks|kit|end of the conversation|response|answer format|prompt)\b/,
  ],
  [
    'imitates_a_prompt',
    /(?:^|\s)(?:system|developer)\s*:\s*(?:you|ignore|always|never|the|set|from now|override|important)/,
  ],
  [
    'imitates_a_prompt',
    /```(?:json|system|tool)?|\bend of (?:the )?(?:transcript|conversation|data|input|user input)\b|\banswer these keys\b/,
  ],
];
/** Characters of the Unicode tag block are invisible ASCII; direction overrides make text read differently from what it is. */
const HIDDEN = /[\u{e0020}-\u{e007e}]|[\u202d\u202e]/u;

/** At most one finding per turn. `keys` are the kit's own: a turn that sets one plants a verdict. */
export function detectInjections({ turns }: Conversation, keys: readonly string[]): Injection[] {
  const named = keys.filter((key) => key.includes('_') || key.length > 6).map(escapeText);
  const setsKey =
    named.length === 0
      ? undefined
      : new RegExp(
          `["']?\\b(?:${named.join('|')})\\b["']?\\s*(?:=|:|to|is|should be|must be)\\s*["']?[\\p{L}\\p{N}]`,
          'u',
        );
  return turns.flatMap(({ index, text }): Injection[] => {
    if (HIDDEN.test(text)) return [{ turn: index, kind: 'hides_text' }];
    const spoken = readThrough(text);
    if (setsKey?.test(spoken)) return [{ turn: index, kind: 'plants_a_verdict' }];
    const kind = PATTERNS.find(([, pattern]) => pattern.test(spoken))?.[0];
    return kind === undefined ? [] : [{ turn: index, kind }];
  });
}

/** The text folded, with look-alike letters replaced and s p a c e d letters joined. */
function readThrough(text: string): string {
  const folded = foldText(text).text.replace(
    /[абвгдеёіјкмнорстухѕ](?=[a-z])|(?<=[a-z])[абвгдеёіјкмнорстухѕ]/gu,
    (letter) => LOOK_ALIKES[letter] ?? letter,
  );
  return folded.replace(/(?<![\p{L}\p{N}])(?:\p{L}[ .\-_*]){3,}\p{L}(?![\p{L}\p{N}])/gu, (spaced) =>
    spaced.replace(/[ .\-_*]/gu, ''),
  );
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  ё: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  к: 'k',
  м: 'm',
  т: 't',
  н: 'h',
  в: 'b',
  г: 'r',
  д: 'd',
  б: 'b',
};

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
