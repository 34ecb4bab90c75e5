import { describe, expect, it } from 'vitest';
import { sidesByRules } from './speaker-rules.ts';

const run = { kitCode: 'support_qa-1a2b', metadata: { intake: 'phone_system', team: 'EMEA North' } };

describe('sidesByRules', () => {
  it('takes the rules whose kit and metadata match, the first one before the others', () => {
    const rules = [
      { metadata: { intake: 'chat' }, speakers: { '0': 'customer' as const } },
      { metadata: { intake: 'phone_system', team: 'emea*' }, speakers: { '0': 'agent' as const } },
      { kit_code: 'support_qa-1a2b', speakers: { '0': 'customer' as const, Tom: 'customer' as const } },
      { kit_code: 'another', speakers: { Tom: 'agent' as const } },
    ];
    expect(sidesByRules(rules, run)).toEqual({ '0': 'agent', Tom: 'customer' });
  });

  it('takes a rule without conditions for every run, and none with metadata that a run lacks', () => {
    expect(sidesByRules([{ speakers: { bot: 'agent' } }], { kitCode: 'x', metadata: undefined })).toEqual({
      bot: 'agent',
    });
    expect(sidesByRules([{ metadata: { toString: '*' }, speakers: { bot: 'agent' } }], run)).toEqual({});
  });
});
