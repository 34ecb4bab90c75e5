/**
 * Runs JSONata in its own context: its objects and prototypes are discarded with it, so an expression cannot affect the next one, and only
 * text goes in and out. Called in a process with a deadline and a memory limit.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';

export interface ExpressionFault {
  /** Of JSONata, such as S0201; absent for anything else. */
  code: string | undefined;
  position: number | undefined;
  /** May quote values of the payload: only for its sender. */
  message: string;
}

/** JSON text; undefined if the expression returns nothing. */
export type ExpressionResult = { json: string | undefined } | { fault: ExpressionFault };

export interface Expressions {
  evaluate(expression: string, json: string): Promise<ExpressionResult>;
  /** Undefined if it can be parsed. */
  parse(expression: string): Promise<ExpressionFault | undefined>;
}

const FIND = `
  const explain = (error) => JSON.stringify({ fault: {
    code: typeof error?.code === 'string' ? error.code : undefined,
    position: typeof error?.position === 'number' ? error.position : undefined,
    message: String(error?.message ?? error).slice(0, 300),
  } });
  globalThis.run = async (expression, json) => {
    try {
      const parsed = jsonata(expression);
      if (json === undefined) return '{}';
      const value = await parsed.evaluate(JSON.parse(json));
      return JSON.stringify({ json: JSON.stringify(value) });
    } catch (error) {
      return explain(error);
    }
  };`;

let scripts: readonly Script[] | undefined;

function loadScripts(): readonly Script[] {
  const require = createRequire(import.meta.url);
  const library = readFileSync(require.resolve('jsonata'), 'utf8');
  return [new Script(library, { filename: 'jsonata.js' }), new Script(FIND, { filename: 'run-expression.js' })];
}

export function openExpressions(): Expressions {
  scripts ??= loadScripts();
  const context = createContext(Object.create(null), { codeGeneration: { strings: false, wasm: false } });
  for (const script of scripts) script.runInContext(context);
  const run = context.run as (expression: string, json?: string) => Promise<unknown>;
  const ask = async (expression: string, json?: string): Promise<Record<string, unknown>> => {
    const answer = await run(expression, json);
    return JSON.parse(typeof answer === 'string' ? answer : '{}') as Record<string, unknown>;
  };
  return {
    async evaluate(expression, json) {
      const { fault, json: result } = await ask(expression, json);
      if (fault !== undefined) return { fault: fault as ExpressionFault };
      return { json: typeof result === 'string' ? result : undefined };
    },
    parse: async (expression) => (await ask(expression)).fault as ExpressionFault | undefined,
  };
}
