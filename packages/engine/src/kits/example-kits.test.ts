/** The example kits are what people copy first: each must be a good kit with conversations and a golden set for it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isMany } from '../bricks/is-many.ts';
import { isScore } from '../bricks/numeric/is-score.ts';
import { readConversation } from '../conversation/read-conversation.ts';
import { checkInput } from './check-input.ts';
import { checkKit } from './check-kit.ts';
import { parseGoldenLine } from './golden-line.ts';
import { inlineKnowledge } from './inline-knowledge.ts';
import type { Kit } from './normalise-kit.ts';
import { outputJsonSchema } from './output-json-schema.ts';
import { parseKitFile } from './parse-kit-file.ts';

const ROOT = join(import.meta.dirname, '../../../../examples/kits');
const FOLDERS = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

function readKit(folder: string): Kit {
  const file = parseKitFile(readFileSync(join(ROOT, folder, 'kit.yaml'), 'utf8'));
  const checked = 'faults' in file ? file : checkKit(file.value, file.lineOf);
  if ('faults' in checked) throw new Error(`${folder}: ${JSON.stringify(checked.faults, null, 2)}`);
  return checked.kit;
}

const ENGLISH = FOLDERS.filter((folder) => readKit(folder).language === undefined);

function readConversations(folder: string): unknown[] {
  const directory = join(ROOT, folder, 'conversations');
  return readdirSync(directory).map((name) => {
    const text = readFileSync(join(directory, name), 'utf8');
    return name.endsWith('.json') ? JSON.parse(text) : text;
  });
}

describe('example kits', () => {
  it('are those that the docs name, each with its own slug', () => {
    expect(ENGLISH).toEqual([
      'churn-risk',
      'compliance-disclosure',
      'email-triage',
      'interview-scorecard',
      'sales-discovery',
      'support-qa',
    ]);
    expect(FOLDERS.map((folder) => readKit(folder).language).filter((language) => language !== undefined)).toEqual([
      'de',
      'es',
    ]);
    expect(FOLDERS.map((folder) => readKit(folder).kit)).toEqual(FOLDERS.map((folder) => folder.replaceAll('-', '_')));
  });

  it.each(FOLDERS)('%s: is a valid kit with a schema and a description', (folder) => {
    const kit = readKit(folder);
    expect(new Ajv2020().compile(outputJsonSchema(kit))).toBeTypeOf('function');
    expect(kit.description).toBeDefined();
    expect(new Set(kit.bricks.map(({ type }) => type))).toEqual(new Set(['numeric', 'boolean', 'categorical', 'text']));
  });

  it.each(ENGLISH)('%s: is a scorecard', (folder) => {
    const { bricks } = readKit(folder);
    expect(bricks.some((brick) => isScore(brick) && brick.score.fail_if !== undefined)).toBe(true);
    expect(bricks.some(({ applies_when }) => applies_when !== undefined)).toBe(true);
    expect(bricks.some(({ abstain_below }) => abstain_below !== undefined)).toBe(true);
    expect(bricks.some(isMany)).toBe(true);
    expect(bricks.filter(({ section }) => section !== undefined).length).toBeGreaterThan(5);
    expect(bricks.filter((brick) => 'good' in brick && brick.good !== undefined).length).toBeGreaterThan(3);
  });

  it.each(FOLDERS)('%s: has conversations that it accepts', (folder) => {
    const kit = readKit(folder);
    const [field] = Object.keys(kit.input.fields);
    const conversations = readConversations(folder);
    expect(conversations.length).toBeGreaterThanOrEqual(2);
    for (const conversation of conversations) checkInput(kit, { [String(field)]: conversation });
  });

  it.each(FOLDERS)('%s: has a golden set of its conversations that matches the kit', (folder) => {
    const kit = readKit(folder);
    const texts = readFileSync(join(ROOT, folder, 'golden.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    const lines = texts.map((text) => {
      const parsed = parseGoldenLine(kit, text);
      if ('fault' in parsed) throw new Error(`${folder}: ${parsed.fault}`);
      checkInput(kit, parsed.line.input);
      return parsed.line;
    });
    const lengths = lines.map(({ input }) => readConversation(kit, input).turns.length);
    const fewest = ENGLISH.includes(folder) ? 12 : 6;
    expect(lengths.filter((turns) => turns >= 15 && turns <= 60).length).toBeGreaterThanOrEqual(fewest);
    expect(new Set(lines.map((line) => line.external_id)).size).toBe(lines.length);
    const inputs = lines.flatMap((line) => Object.values(line.input));
    expect(inputs).toEqual(expect.arrayContaining(readConversations(folder)));
  });
});

describe('docs/guides/kits.md', () => {
  it('shows a kit and a golden line that are valid', async () => {
    const guide = readFileSync(join(ROOT, '../../docs/guides/kits.md'), 'utf8');
    const blocks = [...guide.matchAll(/^```yaml\n(kit: .+?)^```$/gms)].map(([, block]) => block ?? '');
    expect(blocks).toHaveLength(1);
    for (const block of blocks) {
      const file = parseKitFile(block);
      if ('faults' in file) throw new Error(JSON.stringify(file.faults));
      const { value } = await inlineKnowledge(async () => 'Within 14 days.', file.value);
      expect(checkKit(value, file.lineOf)).toHaveProperty('kit');
    }
    const [, golden = ''] = /^```json\n(.+?)^```$/ms.exec(guide) ?? [];
    expect(Object.keys(JSON.parse(golden))).toEqual(['external_id', 'input', 'expected']);
  });
});
