import { type BooleanBrick, type BrickValue, booleanBrick } from '@brickwork/contract/kit';
import { questionOf } from '../asked.ts';
import { accept, type BrickTypeModule, refuse } from '../brick-type.ts';
import { checkLabelled, checkOutput, checkQuestion, validPart } from '../document-rules.ts';

const validBoolean = booleanBrick.partial();

const FAULT = 'must be true or false';
const TRUTHS: readonly string[] = ['true', 'false'];

export const booleanType: BrickTypeModule<BooleanBrick> = {
  checkDocument(raw, report) {
    const part = validPart(validBoolean, raw);
    checkQuestion(part, report);
    checkOutput(part, report);
    checkLabelled(part.brick.hints, report, valueFault);
  },
  normalise: (brick) => brick,
  valueFault: (_brick, value) => valueFault(value),
  describe: ({ good }) => (good === undefined ? {} : { good }),
  breaks: () => [],
  valueSchema: () => ({ type: 'boolean' }),
  valueType: () => 'boolean',
  placeholder: () => false,
  isComputed: () => false,

  promptRule: 'true or false.',
  promptMembers: ({ true_when, false_when }) => ({
    ...(true_when !== undefined && { true_when }),
    ...(false_when !== undefined && { false_when }),
  }),
  replySchema: () => ({ type: 'boolean' }),
  checkReply: (_brick, value) => (typeof value === 'boolean' ? accept(value) : refuse(FAULT)),
  needsEvidence: (_brick, value) => value === true,
  isVerbatim: () => false,
  chooseVote: (choices, votes) => choices.majority(votes),
  agree: (_brick, a, b) => a === b,
  /** True if one part proves it; otherwise false, unless every part says true without proof. */
  combineParts(_brick, parts, choices) {
    const proven = parts.filter(({ value, isUnproven }) => value === true && !isUnproven);
    const saying = proven.length > 0 ? proven : parts.filter(({ value }) => value === false);
    const counted = saying.length > 0 ? saying : parts;
    return choices.withEvidenceOf(choices.best(counted), counted);
  },

  isRight: (_brick, expected, value) => expected === value,
  compareAs: 'classes',

  askAs: (brick) => ({ as: 'boolean', brick, text: questionOf(brick) + conditionsOf(brick) }),
  earnedShare: ({ good = true }, value) => (value === good ? 1 : 0),
  earnedShareFault: () => undefined,
  possibleAnswers: () => ({ answers: [true, false], isComplete: true }),
  operandFault: (text) =>
    TRUTHS.includes(text) ? undefined : { fault: `"${text}" is neither true nor false`, known: TRUTHS },
};

function valueFault(value: BrickValue): string | undefined {
  return typeof value === 'boolean' ? undefined : FAULT;
}

function conditionsOf({ true_when, false_when }: BooleanBrick): string {
  const yes = true_when === undefined ? '' : ` Yes if: ${true_when}`;
  const no = false_when === undefined ? '' : ` No if: ${false_when}`;
  return yes + no;
}
