import { globSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { bold, harmless, table, writeOut } from './terminal.ts';

describe('harmless', () => {
  it('lets no control character through but line breaks and tabs, and no styles but our own', () => {
    expect(harmless('a\u001b]0;title\u0007b\u001b[2Jc\rd\u009b31me\u0000')).toBe('a]0;titleb[2Jcd31me');
    expect(harmless('one\n\ttwo \u001b[8mhidden\u001b[0m')).toBe('one\n\ttwo hidden');
    const before = process.env.FORCE_COLOR;
    process.env.FORCE_COLOR = '1';
    const own = bold('\u001b[31mred');
    if (before === undefined) delete process.env.FORCE_COLOR;
    else process.env.FORCE_COLOR = before;
    expect(['a \u001b[1mred\u001b[22m', 'a red']).toContain(harmless(`a ${own}`));
  });

  it('lets nothing through that turns the direction of text', () => {
    expect(harmless('pay \u202eto Tom\u202c \u2066now\u2069\u2028')).toBe('pay to Tom now');
  });

  it('keeps columns as wide as what is seen of them', () => {
    const [, row = ''] = table(['a', 'b'], [[bold('long cell'), 'x']]).split('\n');
    expect(['\u001b[1mlong cell\u001b[22m  x', 'long cell  x']).toContain(harmless(row));
  });
});

describe('writeOut', () => {
  const written = async (isTTY: boolean): Promise<string> => {
    const output = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.WriteStream;
    // C1 characters are two bytes each in UTF-8; a chunk may end between them.
    const bytes = Buffer.from('a\u001b]0;t\u0007b\u009b31mé');
    for (const chunk of [bytes.subarray(0, 9), bytes.subarray(9)]) await writeOut(chunk, output);
    return String(output.read());
  };

  it('cleans what goes to a terminal, and leaves files as they are', async () => {
    expect(await written(true)).toBe('a]0;tb31mé');
    expect(await written(false)).toBe('a\u001b]0;t\u0007b\u009b31mé');
  });
});

describe('the command line', () => {
  it('prints through this module only, so that nothing reaches a terminal uncleaned', () => {
    // They write constants of their own: a question, and a bar with the cursor moved.
    const own = ['terminal.ts', 'ask-secretly.ts', 'progress-bar.ts'];
    const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
    expect(files.length).toBeGreaterThan(40);
    const others = files.filter((file) =>
      /process\.std(?:out|err)\.write|console\.\w+\(/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
    );
    expect(others.filter((file) => !own.includes(file))).toEqual([]);
  });
});
