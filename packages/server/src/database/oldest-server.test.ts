/** DATABASE_URL may lead to a PostgreSQL 14, and the tests run on the newest: what only newer servers have is looked for by its name. */
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** Applied to servers of old by migrate.ts with a stand-in. */
const EXCUSED = new Set(['database/migrate.ts', 'database/migrations/0026_waiting_answers.sql']);

const NEWER = [
  /\bregexp_(?:count|instr|like|substr)\s*\(/, // 15
  /\bMERGE\s+INTO\b/,
  /\bNULLS\s+NOT\s+DISTINCT\b/,
  /\bany_value\s*\(/, // 16
  /\barray_(?:sample|shuffle|sort|reverse)\s*\(/, // 16, 18
  /\bjson_(?:arrayagg|objectagg|exists|query|value|table|scalar|serialize)\s*\(/i, // 16, 17
  /\buuid_extract_\w+\s*\(/, // 17
  /\bto_(?:bin|oct)\s*\(/,
  /\buuidv[47]\s*\(/, // 18
  /\bRETURNING\s+(?:OLD|NEW)\b/,
  /\bWITHOUT\s+OVERLAPS\b/,
];

const found = (text: string) => NEWER.filter((pattern) => pattern.test(text)).map(String);

describe('statements for PostgreSQL 14', () => {
  const files = globSync('**/*.{ts,sql}', { cwd: SOURCES })
    .map((file) => relative(SOURCES, join(SOURCES, file)))
    .filter((file) => !file.endsWith('.test.ts') && !EXCUSED.has(file));

  it('call nothing that came later', () => {
    expect(files).toContain('database/schema.sql');
    const newer = files.map((file) => [file, found(readFileSync(join(SOURCES, file), 'utf8'))]);
    expect(newer.filter(([, names]) => names?.length !== 0)).toEqual([]);
  });

  it('would be found', () => {
    const text = readFileSync(join(SOURCES, 'database/migrations/0026_waiting_answers.sql'), 'utf8');
    expect(found(text)).toEqual([String(/\buuidv[47]\s*\(/)]);
  });
});
