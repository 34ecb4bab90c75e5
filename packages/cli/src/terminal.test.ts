import { describe, expect, it } from 'vitest';
import { harmless } from './terminal.ts';

describe('harmless', () => {
  it('lets no control character through but line breaks, tabs and styles', () => {
    expect(harmless('a\u001b]0;title\u0007b\u001b[2Jc\rd\u009b31me\u0000')).toBe('a]0;titleb[2Jcd31me');
    expect(harmless('one\n\ttwo \u001b[1mbold\u001b[22m')).toBe('one\n\ttwo \u001b[1mbold\u001b[22m');
  });
});
