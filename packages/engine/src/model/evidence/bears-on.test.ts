import { type BrickDocument, brickDocument } from '@brickwork/contract/kit';
import { describe, expect, it } from 'vitest';
import { bearsOn } from './bears-on.ts';

const brick = (fields: Record<string, unknown>): BrickDocument =>
  brickDocument.parse({ key: 'asked', name: 'Asked', ...fields });
const quote = (text: string) => [{ text, turn: 0, start: 0, end: text.length }];
const reason = brick({ type: 'text', question: 'Why did the customer call?' });
const effort = brick({ type: 'numeric', question: 'How satisfied is the customer?', min: 0, max: 10 });

describe('bearsOn', () => {
  it.each([
    ['The parcel arrived damaged', 'the box was crushed and the parcel is broken'],
    ['Wants a refund', 'I would like my money back please'],
    ['Cannot log in since the update', 'since you updated the app my login fails'],
    ['Cancel the subscription', 'I want to cancel it'],
  ])('a text in other words than its quote: %s', (value, said) => {
    expect(bearsOn(reason, value, quote(said), true)).toBe(true);
  });

  it.each([
    ['The customer threatened to sue over a broken leg', 'thanks for holding, one moment'],
    ['The invoice was paid twice', 'it has been raining here all week'],
    ['He wants to cancel his subscription', 'hello, good morning'],
  ])('no text that was made up beside a real quote: %s', (value, said) => {
    expect(bearsOn(reason, value, quote(said), true)).toBe(false);
  });

  it('a number that is said, a feeling, and words about what is asked', () => {
    expect(bearsOn(effort, 9, quote('I would give it a nine'), true)).toBe(true);
    expect(bearsOn(effort, 9, quote('that was brilliant'), true)).toBe(true);
    expect(bearsOn(effort, 9, quote('I am quite satisfied with it'), true)).toBe(true);
  });

  it('no number that another number, or a remark about something else, is given for', () => {
    expect(bearsOn(effort, 9, quote('50'), true)).toBe(false);
    expect(bearsOn(effort, 9, quote('my postcode ends in fifty'), true)).toBe(false);
  });

  it('says nothing about other types, other languages and answers without quotes', () => {
    expect(bearsOn(brick({ type: 'boolean', question: 'Paid?' }), true, quote('rain'), true)).toBe(true);
    expect(bearsOn(reason, 'Rechnung doppelt', quote('es regnet'), false)).toBe(true);
    expect(bearsOn(reason, 'The invoice', [], true)).toBe(true);
  });
});
