import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);

describe('the example of the README', () => {
  const [, example = ''] =
    /```ts\n([\s\S]*?)```/.exec(readFileSync(`${import.meta.dirname}/../README.md`, 'utf8')) ?? [];

  it('has ten lines at most', () => {
    expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(10);
  });

  it('answers a conversation', async () => {
    const args = ['--input-type=module-typescript', '--eval', example];
    const { stdout } = await run(process.execPath, args, { cwd: import.meta.dirname });
    expect(JSON.parse(stdout)).toEqual({
      refund: {
        value: true,
        confidence: expect.any(Number),
        reason: expect.stringContaining('refund'),
        evidence: [expect.stringContaining('I would like a refund')],
      },
    });
  });
});
