import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../normalise.ts';
import { warnOfSides } from './side-warnings.ts';

const AGENT =
  'Thank you for calling Northwind, how can I help you today? Can I take your order number and confirm your name?';
const CUSTOMER =
  'Hi, I am calling about my order, it still has not arrived and I was told Monday. Why is my order so late?';
const call = (agent: string, customer: string) => [
  { speaker: agent, text: AGENT },
  { speaker: customer, text: CUSTOMER },
];
const warningsOf = (...args: Parameters<typeof normaliseConversation>) => warnOfSides(normaliseConversation(...args));

describe('warnings about sides', () => {
  it('name a label and the words that contradict it, with how to settle it', () => {
    const [first, second] = warningsOf(call('caller', 'callee'));
    expect(first).toContain('The label "caller" says customer, but the words say agent');
    expect(first).toContain('"speakers": {"caller": "agent"}');
    expect(first).toContain('POST /v1/speakers');
    expect(second).toBeUndefined();
    expect(warningsOf(call('caller', 'callee'), { sides: { caller: 'agent' } })).toEqual([]);
  });

  it('are not given where everything agrees', () => {
    expect(warningsOf(call('Agent', 'Customer'))).toEqual([]);
    expect(warningsOf('Agent: Hello.')).toEqual([]);
    expect(warningsOf({ from: 'jo@gmail.com', subject: 'Late', body: `${CUSTOMER} ${CUSTOMER} ${CUSTOMER}` })).toEqual(
      [],
    );
  });

  it('say that sides are likely, not certain, below 0.9', () => {
    const [warning, ...others] = warningsOf(call('Lena', 'Tom'));
    expect(warning).toBe(
      'The sides are likely, not certain: "Lena" for the agent (0.89), "Tom" for the customer (0.89). ' +
        'Settle it with "speakers": {"Lena": "agent"} in the input or in the kit, or for all runs of the workspace with a rule: POST /v1/speakers.',
    );
    expect(others).toEqual([]);
    expect(warningsOf(call('Lena', 'Tom'), { sides: { Lena: 'agent' } })).toEqual([]);
  });

  it('do not ask who is who where the labels say it, only whether they are swapped', () => {
    expect(warningsOf('Agent: Which one?\nCustomer: The blue one by the door, I mean, over there.')).toEqual([
      expect.stringMatching(
        /^What is said does not confirm the labels: "Agent" for the agent \(0\.89\).* If they are right, nothing needs to be done; if they are swapped, send "speakers": \{"Agent": "customer"\} in the input/,
      ),
    ]);
  });

  it('say that everybody is on one side', () => {
    const [warning] = warningsOf(call('Lena', 'Tom'), { sides: { Lena: 'agent', Tom: 'agent' } });
    expect(warning).toContain('All speakers ("Lena", "Tom") are on the side agent');
    expect(warning).toContain('"speakers": {"Tom": "customer"}');
  });

  it('say that one speaker was found in a dialogue of more than 60 words', () => {
    const [warning] = warningsOf(`Agent: ${AGENT}\nthe customer says ${CUSTOMER}\n${AGENT}`);
    expect(warning).toContain('Only one speaker was found, "Agent"');
  });

  it('name speakers without a side beside others', () => {
    const [warning] = warningsOf([...call('Agent', 'Customer'), { speaker: 'Ida', text: 'Hm.' }]);
    expect(warning).toContain('It is not known which side "Ida" is on');
    expect(warning).toContain('"speakers": {"Ida": "customer"}');
  });

  it('point at a turn more than ten times as long as usual', () => {
    const turns = Array.from({ length: 6 }, (_, index) => ({
      speaker: index % 2 === 0 ? 'Agent' : 'Customer',
      text: 'All right then.',
    }));
    expect(warningsOf(turns).filter((warning) => warning.startsWith('Turn'))).toEqual([]);
    const long = [...turns, { speaker: 'Agent', text: `${AGENT} ${CUSTOMER} ${AGENT}` }];
    expect(warningsOf(long).at(-1)).toMatch(
      /^Turn 6 by "Agent" has \d+ words, more than ten times as many as usual \(3\)/,
    );
  });
});
