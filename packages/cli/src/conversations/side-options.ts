/** `--agent NAME` and `--customer NAME`: who is who, for conversations whose labels do not show it. */
import { Option } from 'commander';
import { UsageError } from '../usage-error.ts';

export interface SideOptions {
  agent?: string[] | undefined;
  customer?: string[] | undefined;
}

export function agentOption(): Option {
  return sideOption('agent');
}

export function customerOption(): Option {
  return sideOption('customer');
}

function sideOption(side: 'agent' | 'customer'): Option {
  return new Option(
    `--${side} <name>`,
    `a speaker who is the ${side}, by label or mail address; * stands for any characters; may be repeated`,
  ).argParser((name: string, earlier: string[] | undefined) => [...(earlier ?? []), name]);
}

/** The input with these sides in its `speakers`; what the input says itself comes first. */
export function withSides(
  input: Record<string, unknown>,
  { agent = [], customer = [] }: SideOptions,
  fields: readonly string[],
): Record<string, unknown> {
  if (agent.length === 0 && customer.length === 0) return input;
  if (fields.includes('speakers')) {
    throw new UsageError(
      'This kit has an input field named "speakers", so --agent and --customer cannot be used with it.',
    );
  }
  const given = typeof input.speakers === 'object' && input.speakers !== null ? input.speakers : {};
  const sides = [...agent.map((name) => [name, 'agent']), ...customer.map((name) => [name, 'customer'])];
  return { ...input, speakers: { ...Object.fromEntries(sides), ...given } };
}
