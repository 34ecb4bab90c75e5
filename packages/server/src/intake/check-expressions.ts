/** Whether expressions can be parsed, and which ones an intake has. The parsing runs in the process of expressions. */
import type { IntakeDocument } from '@brickwork/contract';
import { atPosition } from './expression-value.ts';
import { expressionsOfFetch } from './plan-fetch.ts';
import { openExpressions } from './run-expressions.ts';

/** The first one that cannot be parsed, as a sentence. Each has the name of its field. */
export async function checkExpressions(named: readonly [string, string][]): Promise<string | undefined> {
  const expressions = openExpressions();
  for (const [field, expression] of named) {
    const fault = await expressions.parse(expression);
    if (fault !== undefined) return `${field}: ${atPosition(fault)}: ${fault.message}`;
  }
  return undefined;
}

export function expressionsOf({ each, when, fetch = [], recording, map, kits }: IntakeDocument): [string, string][] {
  const named: [string, string | undefined][] = [
    ['each', each],
    ['when', when],
    ...fetch.flatMap((step, index) => expressionsOfFetch(step, `fetch[${index}]`)),
    ...(recording === undefined ? [] : expressionsOfFetch(recording, 'recording')),
    ['map.input', map.input],
    ['map.external_id', map.external_id],
    ['map.occurred_at', map.occurred_at],
    ['map.metadata', map.metadata],
    ['map.idempotency_key', map.idempotency_key],
    ...kits.map((rule, index): [string, string | undefined] => [`kits[${index}].when`, rule.when]),
  ];
  return named.filter((pair): pair is [string, string] => pair[1] !== undefined);
}
