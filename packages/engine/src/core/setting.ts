/** A setting: its variable, what it means and how it is parsed. Tables of settings are read from a record that the caller passes. */
import { z } from 'zod';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  env: string;
  about: string;
  /** Parses the variable's text. */
  schema: Schema;
  /** As it would be written in the environment; undefined = unset. */
  fallback?: string;
  isSecret?: boolean;
}

/** The values of variables, such as the environment of a process. An empty one counts as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The parsed values of a table of settings. */
export type SettingValues<Table> = {
  [Name in keyof Table]: Table[Name] extends Setting<infer Schema> ? z.output<Schema> : never;
};

export interface ReadSettings {
  /** By the name in the table; a setting without a value and a fallback is left out. */
  values: Readonly<Record<string, unknown>>;
  /** The effective settings as they would be written in the environment, without secrets. */
  written: Readonly<Record<string, string>>;
  faults: string[];
}

export const setting = <Schema extends z.ZodType>(
  env: string,
  about: string,
  schema: Schema,
  more: { fallback?: string; isSecret?: boolean } = {},
): Setting<Schema> => ({ env, about, schema, ...more });

export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');

export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

/** Reads all of them before it reports faults. */
export function readSettings(table: Readonly<Record<string, Setting>>, variables: Variables): ReadSettings {
  const values: Record<string, unknown> = {};
  const written: Record<string, string> = {};
  const faults: string[] = [];
  for (const [name, { env, schema, fallback, isSecret }] of Object.entries(table)) {
    const text = variables[env] || fallback;
    if (text === undefined) continue;
    if (isSecret !== true) written[env] = text;
    const result = schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else
      faults.push(
        ...result.error.issues.map(
          ({ path, message }) => `${env}${path.length > 0 ? ` (${path.join('.')})` : ''}: ${message}`,
        ),
      );
  }
  return { values, written, faults };
}
