import { describe, expect, it } from 'vitest';
import { normaliseConversation } from './normalise.ts';
import { turnsOf } from './turns-of.ts';

function heard(labels: string[], speaker: string | undefined, sides?: Record<string, 'agent' | 'customer'>): string[] {
  const conversation = normaliseConversation(
    labels.map((label) => ({ speaker: label, text: `by ${label}` })),
    { sides },
  );
  return turnsOf(conversation, speaker).map((turn) => turn.speaker ?? '');
}

describe('turnsOf', () => {
  it.each([
    [['Agent', 'Customer'], undefined, ['Agent', 'Customer']],
    [['Agent', 'Customer'], 'agent', ['Agent']],
    [['Rep', 'Caller'], 'AGENT', ['Rep']],
    [['Rep', 'Caller'], 'customer', ['Caller']],
    [['Rep', 'Caller'], 'caller', ['Caller']],
    [['Agent', 'Customer'], 'caller', ['Customer']],
    [['Bob  Smith', 'Ann'], ' bob smith ', ['Bob  Smith']],
    [['Sarah (Support)', 'Jo'], 'agent', ['Sarah (Support)']],
    [['Sarah (Support)', 'Jo'], 'customer', ['Jo']],
    [['Sarah (Agent)', 'Dr. Smith'], 'agent', ['Sarah (Agent)']],
    [['Customer Service Rep', 'Jo'], 'agent', ['Customer Service Rep']],
    [['mturk_agent_1', 'mturk_agent_2'], 'agent', []],
    [['Agent', 'Support bot'], 'customer', []],
    [['Agent', 'IVR', 'Jo'], 'customer', ['Jo']],
    [['Bob', 'Ann', 'Agent'], 'customer', []],
    [['Bob', 'Ann'], 'agent', []],
  ])('of %j finds for %j %j', (labels, speaker, found) => {
    expect(heard(labels, speaker)).toEqual(found);
  });

  it('goes by the sides that the user gave', () => {
    expect(heard(['Bob', 'Ann'], 'agent', { BOB: 'agent' })).toEqual(['Bob']);
    expect(heard(['Bob', 'Ann'], 'customer', { BOB: 'agent' })).toEqual(['Ann']);
    expect(heard(['agent', 'customer'], 'agent', { agent: 'customer', customer: 'agent' })).toEqual(['customer']);
  });
});
