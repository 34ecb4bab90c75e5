/** `--agent NAME`: who the agent is, for conversations whose labels do not show it. */
import { Option } from 'commander';
import { UsageError } from '../usage-error.ts';

export function agentOption(): Option {
  return new Option(
    '--agent <name>',
    'a speaker who is the agent, by label or mail address; * stands for any characters; may be repeated',
  ).argParser((name: string, earlier: string[] | undefined) => [...(earlier ?? []), name]);
}

/** The input with these agents in its `speakers`; what the input says itself comes first. */
export function withAgents(
  input: Record<string, unknown>,
  agents: readonly string[] | undefined,
  fields: readonly string[],
): Record<string, unknown> {
  if (agents === undefined || agents.length === 0) return input;
  if (fields.includes('speakers')) {
    throw new UsageError('This kit has an input field "speakers" of its own, so --agent cannot be used with it.');
  }
  const given = typeof input.speakers === 'object' && input.speakers !== null ? input.speakers : {};
  return { ...input, speakers: { ...Object.fromEntries(agents.map((name) => [name, 'agent'])), ...given } };
}
