/** Expressions of other features than intakes, over one JSON document. Runs in the process of expressions. */
import { evaluate, MappingFault } from './expression-value.ts';
import { openExpressions } from './run-expressions.ts';

/** JSON text by name, undefined if an expression returns nothing; or what is wrong, as a sentence that does not quote the document. */
export type EvaluatedExpressions = { results: Record<string, string | undefined> } | { fault: string };

export async function evaluateExpressions(
  named: readonly [string, string][],
  json: string,
): Promise<EvaluatedExpressions> {
  const expressions = openExpressions();
  const results: Record<string, string | undefined> = {};
  try {
    for (const [name, expression] of named) results[name] = await evaluate(expressions, name, expression, json);
    return { results };
  } catch (error) {
    if (error instanceof MappingFault) return { fault: error.message };
    throw error;
  }
}
