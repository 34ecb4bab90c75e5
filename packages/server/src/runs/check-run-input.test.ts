import { normaliseKit } from '@brickwork/engine/kits/normalise-kit';
import { describe, expect, it } from 'vitest';
import { wordDocument } from '../../../../test/support/word-document.ts';
import { checkRunInput, type InputChecks } from './check-run-input.ts';

const kit = normaliseKit({ kit: 'calls', bricks: [{ key: 'greeted', type: 'boolean', question: 'Greeted?' }] });
const document = wordDocument(['<w:p><w:r><w:t>Agent: Hello.</w:t></w:r></w:p>']);

describe('checkRunInput', () => {
  it.each([
    ['a Word document', { transcript: document }, 1],
    ['one that the format names', { transcript: ` ${document}`, format: 'docx' }, 1],
    ['a short text', { transcript: 'Agent: Hello.' }, 0],
  ])('leaves %s to a thread, however short, only where it is unpacked', async (_, input, expected) => {
    let calls = 0;
    const checks: InputChecks = {
      async checkInput() {
        calls += 1;
        return {};
      },
      fingerprint: async () => Buffer.alloc(32),
    };
    await checkRunInput(checks, { kit }, input, { text: JSON.stringify(input), owner: 'ws' });
    expect(calls).toBe(expected);
  });
});
