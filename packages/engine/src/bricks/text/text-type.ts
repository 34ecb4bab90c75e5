import { type BrickValue, type TextBrick, textBrick } from '@brickwork/contract/kit';
import { questionOf } from '../asked.ts';
import type { BrickTypeModule } from '../brick-type.ts';
import { checkLabelled, checkList, checkOutput, checkQuestion, validPart } from '../document-rules.ts';
import { foldSpaceAndCase } from '../fold-space-and-case.ts';
import { isMany } from '../is-many.ts';
import { checkTextReply } from './check-text-reply.ts';
import { compilePattern } from './compile-pattern.ts';
import { isSameByForm } from './normal-form.ts';

const validText = textBrick.partial();

/** Kinds whose normal form may differ from the words of the conversation. */
const REWRITTEN = new Set(['summary', 'date', 'time', 'money']);

export const textType: BrickTypeModule<TextBrick> = {
  checkDocument(raw, report) {
    const part = validPart(validText, raw);
    const { hints, extract } = part.brick;
    checkQuestion(part, report);
    checkOutput(part, report);
    checkList(part.brick, report);
    checkLabelled(hints, report, valueFault);
    if (extract?.startsWith('/')) {
      const compiled = compilePattern(extract);
      if ('fault' in compiled) report(['extract'], compiled.fault);
    }
  },
  normalise: (brick) => ({ ...brick, absent: absentOf(brick) }),
  valueFault: (brick, value) => (value === null && brick.absent === null ? undefined : valueFault(value)),
  describe: () => ({}),
  breaks: () => [],
  valueSchema: () => ({ type: 'string' }),
  valueType: () => 'string',
  placeholder: absentOf,
  isComputed: () => false,

  promptRule: `a string; the brick's "absent" value when the conversation does not say.`,
  promptNote:
    'Text forms: money "1250.50", phone digits only with a leading + if said, date "2026-11-21" when fully said and otherwise as said in lower case, time "14:30", id without spaces, name as it stands in the text.',
  promptMembers: (brick) => ({
    absent: absentOf(brick),
    ...(brick.extract !== undefined && { extract: brick.extract }),
    ...(brick.asked_as !== undefined && { asked_as: brick.asked_as }),
  }),
  replySchema: ({ absent }) => ({ type: absent === null ? ['string', 'null'] : 'string' }),
  checkReply: checkTextReply,
  needsEvidence: (brick, value) => value !== absentOf(brick),
  isVerbatim: (brick, value) =>
    brick.extract !== undefined && !REWRITTEN.has(brick.extract) && value !== absentOf(brick),
  isFreeText: true,
  chooseVote: (choices, votes) => choices.majority(votes),
  agree: (_brick, a, b) => foldSpaceAndCase(String(a)) === foldSpaceAndCase(String(b)),
  /** The best of the parts with an answer; summaries are joined. */
  combineParts(brick, parts, choices) {
    const said = parts.filter(({ value }) => value !== absentOf(brick));
    if (said.length === 0) return parts[0];
    if (brick.extract !== 'summary') return choices.best(said);
    const joined = said.map(({ value }) => value).join(' ');
    return choices.withValue(choices.withEvidenceOf(choices.best(said), said), joined);
  },

  isRight: (brick, expected, value) =>
    foldText(expected) === foldText(value) || isSameByForm(brick.extract, String(expected), String(value)),
  compareAs: 'texts',

  askAs(brick) {
    const text = questionOf(brick);
    if (isMany(brick)) return { as: 'texts', brick, text };
    return isSummary(brick, text) ? { as: 'summary', brick, text } : { as: 'text', brick, text };
  },
  earnedShare: () => 0,
  possibleAnswers: () => ({ answers: [], isComplete: false }),
  earnedShareFault: ({ key }) => `needs is: which values of "${key}" count`,
  operandFault: () => undefined,
};

function absentOf({ absent = '' }: TextBrick): string | null {
  return absent;
}

function valueFault(value: BrickValue): string | undefined {
  return typeof value === 'string' ? undefined : 'must be a string';
}

/** One letter can be written in several ways: é is one character or two. */
function foldText(value: BrickValue): string {
  return foldSpaceAndCase(String(value).normalize('NFC'));
}

const ASKS_SUMMARY = /\b(?:summar\w+|recap|overview|in (?:one|two|three|a few) sentences?|describe)\b/i;

function isSummary({ extract }: TextBrick, question: string): boolean {
  return extract === 'summary' || (extract === undefined && ASKS_SUMMARY.test(question));
}
