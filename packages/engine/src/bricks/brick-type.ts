/**
 * What a brick type must say about itself. A type is a folder in this room, a file in the contract's `bricks/` (its document) and
 * an answer in the local engine; all other code asks the registry in `brick-types.ts` and never looks at `brick.type`.
 * This room depends only on the contract and `core/`, since `kits/` and `evaluation/` both build on it.
 */
import type { BrickDocument, BrickValue, PlainValue, TypeDescription } from '@brickwork/contract/kit';
import type { Asked } from './asked.ts';
import type { Report } from './document-rules.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Whether a model's value was accepted, as it is returned, or what is wrong with it in words for the model. */
export type CheckedValue = { ok: true; value: BrickValue } | { ok: false; fault: string };

/**
 * What can be said of many answers: shares of classes, means of numbers, items of sets, of texts only whether there is one. A golden set adds F1 and
 * kappa of classes, distances of numbers, precision and recall of sets.
 */
export type ComparedAs = 'classes' | 'numbers' | 'sets' | 'texts';

/** An answer of a model, as far as choosing between several needs to know it. */
export interface Candidate {
  value: BrickValue;
  /** The value needs evidence and none was found. */
  isUnproven: boolean;
}

export type NonEmpty<T> = readonly [T, ...T[]];

/** Ways to choose between answers, given by the engine, which knows how far to trust each. */
export interface Choices<Answer> {
  /** The one with the highest confidence. */
  best(answers: readonly Answer[]): Answer;
  /** The middle one by value. */
  median(answers: readonly Answer[]): Answer;
  /** The value that most answers give. */
  majority(answers: NonEmpty<Answer>): Answer;
  /** The value whose answers have the most confidence together. */
  weightiest(answers: readonly Answer[]): Answer;
  withValue(answer: Answer, value: BrickValue): Answer;
  /** For lists: one answer with the items of all, each with its evidence. */
  joined(answers: NonEmpty<Answer>, maxItems: number): Answer;
  /** `chosen` with the evidence of every answer that has its value. */
  withEvidenceOf(chosen: Answer, answers: readonly Answer[]): Answer;
}

/** Declared as methods: TypeScript compares their parameters in both directions, so a module of one type can be used as one of all types. */
export interface BrickTypeModule<Brick extends BrickDocument> {
  /** Reports what is wrong with a document beyond its single fields; `raw` may have broken fields too. */
  checkDocument(raw: unknown, report: Report): void;
  /** Writes out the defaults of the type. */
  normalise(brick: Brick): Brick;
  /** Why the brick can never have this value; undefined when it can. For labels and golden sets. */
  valueFault(brick: Brick, value: BrickValue): string | undefined;
  /** What the kit's schema says of the brick beyond what every brick has. */
  describe(brick: Brick): TypeDescription;
  /** A sentence for each way in which `to` breaks readers of `from`'s values. */
  breaks(from: Brick, to: Brick): string[];
  /** JSON Schema of `value`. */
  valueSchema(brick: Brick): JsonSchema;
  /** TypeScript type of `value`. */
  valueType(brick: Brick): string;
  /** A valid value that says nothing. */
  placeholder(brick: Brick): BrickValue;
  /** Whether the value is computed from the conversation, so that no engine is asked. */
  isComputed(brick: Brick): boolean;
  /** What is valid, but probably not what its author meant: a sentence with what to change. */
  advice?(brick: Brick): string | undefined;

  /** How a model must write the value: one clause of the rules in the prompt. */
  promptRule: string;
  /** More rules for the prompt, where the type has any. */
  promptNote?: string;
  /** What a model is shown of the brick beyond what every brick has. */
  promptMembers(brick: Brick): Record<string, unknown>;
  /** JSON Schema of the value in a model's reply: shorter than `valueSchema`, since it is part of every prompt. */
  replySchema(brick: Brick): JsonSchema;
  /** `source` is the text of the whole conversation. Nothing is repaired: a number out of range is a fault. */
  checkReply(brick: Brick, value: unknown, source: string): CheckedValue;
  /** Whether the value needs a quote: that something was said can be quoted, that it was not said cannot. */
  needsEvidence(brick: Brick, value: BrickValue): boolean;
  /** Whether the value must itself be found in the conversation. */
  isVerbatim(brick: Brick, value: BrickValue): boolean;
  /** The value is in the engine's own words: its quotes must have something to do with it. */
  isFreeText?: true;
  /** One of several answers to the same question about the same text. */
  chooseVote<Answer extends Candidate>(choices: Choices<Answer>, votes: NonEmpty<Answer>): Answer;
  /** Whether two votes mean the same. */
  agree(brick: Brick, a: BrickValue, b: BrickValue): boolean;
  /** One answer from those to the parts of a long conversation, which complete one another rather than vote. */
  combineParts<Answer extends Candidate>(brick: Brick, parts: NonEmpty<Answer>, choices: Choices<Answer>): Answer;

  /** Whether an answer counts as right in a golden set. */
  isRight(brick: Brick, expected: BrickValue, value: BrickValue): boolean;
  compareAs: ComparedAs;

  /** The brick as a question for an engine. */
  askAs(brick: Brick): Asked;
  /** How much of an item's points the answer earns in a score, 0 to 1. */
  earnedShare(brick: Brick, value: BrickValue): number;
  /** Why `earnedShare` cannot say it, so that the item needs a test; undefined when it can. */
  earnedShareFault(brick: Brick): string | undefined;
  /** The answers that the brick can have, or where they cannot be listed (`isComplete: false`) the outermost of them. */
  possibleAnswers(brick: Brick): { answers: readonly PlainValue[]; isComplete: boolean };
  /** What is wrong with a text that a filter compares values with; `known` are the texts that it could be. */
  operandFault(text: string): { fault: string; known?: readonly string[] } | undefined;
}

export const accept = (value: BrickValue): CheckedValue => ({ ok: true, value });
export const refuse = (fault: string): CheckedValue => ({ ok: false, fault });
