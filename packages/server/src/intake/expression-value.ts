/** One expression of an intake on a payload: what it gives, or why it cannot be used. */
import { findExcess } from '../core/parse-json.ts';
import type { ExpressionFault, Expressions } from './run-expressions.ts';

const MOST_RESULT = 5_000_000;

export class MappingFault extends Error {
  readonly detail: string | undefined;

  constructor(reason: string, detail?: string) {
    super(reason);
    this.detail = detail;
  }
}

export async function evaluate(
  expressions: Expressions,
  field: string,
  expression: string,
  json: string,
): Promise<string | undefined> {
  const result = await expressions.evaluate(expression, json);
  if ('fault' in result)
    throw new MappingFault(`${field}: ${atPosition(result.fault)}.`, `${field}: ${result.fault.message}`);
  if ((result.json?.length ?? 0) > MOST_RESULT) throw new MappingFault(`${field} gives more than 5 MB.`);
  // As in the body of a request: whoever reads it later counts on it.
  const excess = result.json === undefined ? undefined : findExcess(result.json);
  if (excess !== undefined) throw new MappingFault(`${field} gives a result that ${excess}`);
  return result.json;
}

export async function valueAt(
  expressions: Expressions,
  field: string,
  expression: string,
  json: string,
): Promise<unknown> {
  const result = await evaluate(expressions, field, expression, json);
  return result === undefined ? undefined : (JSON.parse(result) as unknown);
}

export function atPosition({ code, position }: ExpressionFault): string {
  const what = code === undefined ? 'the expression failed' : `JSONata error ${code}`;
  return position === undefined ? what : `${what} at position ${position}`;
}
