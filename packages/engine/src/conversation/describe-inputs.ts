/** Describes how inputs are read, before an import: a fault is returned as a result too, so that one bad input does not hide the others. */
import type { KitDocument } from '@brickwork/contract/kit';
import { ServiceError } from '../core/service-error.ts';
import type { Channel, LeftOut, Speaker } from './conversation.ts';
import { checkConversation, readConversation } from './read-conversation.ts';
import type { Sides } from './sides/assign-sides.ts';
import { warnOfSides } from './sides/side-warnings.ts';
import type { StatedFacts } from './stated-facts.ts';
import type { LeftOutKind } from './turn-kinds.ts';

export interface DescribeTask {
  kit: Pick<KitDocument, 'input' | 'speakers'>;
  /** A list of inputs as JSON text. */
  inputs: string;
  /** The workspace's rules for the speakers of each input. */
  rules: readonly Sides[];
  agents: readonly string[];
}

export type DescribedInput =
  | { fault: string }
  | {
      format: string;
      /** The data that a run would take from the input. */
      facts: StatedFacts;
      channel?: Channel | undefined;
      turns: number;
      leftOut: Partial<Record<LeftOutKind, number>> | undefined;
      speakers: Pick<Speaker, 'label' | 'side' | 'probability' | 'kind'>[];
      warnings: string[];
      sideWarnings: string[];
    };

const MOST_SPEAKERS = 20;
const MOST_WARNINGS = 10;
const LONGEST_LABEL = 200;

export function describeInputs({ kit, inputs, rules, agents }: DescribeTask): DescribedInput[] {
  return (JSON.parse(inputs) as Record<string, unknown>[]).map((input, index) => {
    try {
      return describeInput(kit, input, { agents, rules: rules[index] ?? {} });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'kit_input_invalid') throw error;
      return { fault: error.detail ?? '' };
    }
  });
}

function describeInput(
  kit: DescribeTask['kit'],
  input: Record<string, unknown>,
  known: { agents: readonly string[]; rules: Sides },
): DescribedInput {
  const conversation = readConversation(kit, input, known);
  const { format, channel, turns, leftOut, speakers = [], warnings = [] } = conversation;
  return {
    format,
    facts: checkConversation(kit, input),
    channel,
    turns: turns.length,
    leftOut: leftOut && countsOf(leftOut),
    speakers: speakers.slice(0, MOST_SPEAKERS).map(({ label, side, probability, kind }) => ({
      label: label.slice(0, LONGEST_LABEL),
      ...(side !== undefined && { side }),
      probability,
      ...(kind !== undefined && { kind }),
    })),
    warnings: warnings.slice(0, MOST_WARNINGS),
    sideWarnings: warnOfSides(conversation).slice(0, MOST_WARNINGS),
  };
}

function countsOf(leftOut: readonly LeftOut[]): Partial<Record<LeftOutKind, number>> {
  const counts: Partial<Record<LeftOutKind, number>> = {};
  for (const { kind } of leftOut) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
