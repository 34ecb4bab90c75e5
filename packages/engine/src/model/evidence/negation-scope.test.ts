import { describe, expect, it } from 'vitest';
import { normaliseConversation } from '../../conversation/normalise.ts';
import { alignQuote } from './align-quote.ts';
import { indexConversation } from './conversation-index.ts';

function found(source: string, quote: string): string | undefined {
  const read = { field: 'transcript', format: undefined, sides: undefined };
  const index = indexConversation(normaliseConversation([{ speaker: 'Customer', text: source }], read));
  return alignQuote(index, { turn: 0, text: quote })?.span.text;
}

describe('a quote whose negation is far away', () => {
  it.each([
    ["I don't think, to be honest, that the problem was solved.", 'the problem was solved'],
    ["I don't believe, and I told your colleague so, that the parcel arrived.", 'the parcel arrived'],
    ["I don't know if the refund went through.", 'the refund went through'],
    ["We can't say for sure whether the engineer came.", 'the engineer came'],
    ["I couldn't tell you when the card was blocked.", 'the card was blocked'],
    ["I don't know exactly when the invoice was sent.", 'the invoice was sent'],
    ['Nobody ever told me that there would be a cancellation fee.', 'there would be a cancellation fee'],
    ['There is no record, as far as I can see, that you paid the invoice.', 'you paid the invoice'],
    ['I have no proof that he signed the contract.', 'he signed the contract'],
    [
      "I wouldn't say, after all that has happened here this week, that I am satisfied with it.",
      'I am satisfied with it',
    ],
    ['It is not true that I accepted the offer.', 'I accepted the offer'],
    ['It is not the case that we cancelled the order last week.', 'we cancelled the order'],
    ["I'm not sure the line works again.", 'the line works again'],
    ['I never said, not to you and not to him, that I would pay the fee.', 'I would pay the fee'],
    [
      'I never promised anyone in that whole long call with your colleague from billing that I would pay the fee.',
      'I would pay the fee',
    ],
    ['I doubt that the technician fixed it.', 'the technician fixed it'],
    ['My husband denies that he ordered the channel package.', 'he ordered the channel package'],
    ['You failed to resolve my complaint.', 'resolve my complaint'],
    ['He refused to give me a discount.', 'give me a discount'],
    ['I got a voucher instead of a full refund.', 'a full refund'],
    ['I would call it a scam rather than a mistake of yours.', 'a mistake of yours'],
    ['We are far from happy with the service.', 'happy with the service'],
    ['The service was anything but friendly and fast.', 'friendly and fast'],
    ['She acted as if the order had been paid.', 'the order had been paid'],
    ['It is unlikely that the delivery comes today.', 'the delivery comes today'],
    ['Happy with the service is something I am not.', 'Happy with the service'],
    ['That the problem was solved is simply not true.', 'the problem was solved'],
    ["I don't believe that you called and that you left a message.", 'you left a message'],
    ["I can't confirm that the payment of forty euros has arrived.", 'the payment of forty euros has arrived'],
    ['No one has confirmed to us so far that the flight was cancelled.', 'the flight was cancelled'],
    ['We found no evidence that the account was hacked.', 'the account was hacked'],
    ["You can't guarantee me that the price stays the same.", 'the price stays the same'],
    ["I don't remember that I agreed to the new terms.", 'I agreed to the new terms'],
    ['There is no way that I ordered two of them.', 'I ordered two of them'],
  ])('of %j, %j is refused', (source, quote) => {
    expect(found(source, quote)).toBeUndefined();
  });

  it.each([
    ["I don't know, we paid the bill yesterday.", 'we paid the bill yesterday'],
    ["I don't think so. The problem was solved.", 'The problem was solved'],
    ["I don't think it is fair because you promised a refund.", 'you promised a refund'],
    ["I didn't know it when I called you.", 'I called you'],
    ['I was not happy so you gave me a refund.', 'you gave me a refund'],
    ['I paid the bill that you did not send.', 'I paid the bill'],
    ['I paid the bill yesterday evening and have still not heard from you.', 'I paid the bill yesterday evening'],
    ["We don't want Thai food, we want sushi tonight.", 'we want sushi tonight'],
    ["I don't like the colour but the price is right.", 'the price is right'],
    ['I have no doubt: the technician fixed it.', 'the technician fixed it'],
    ['My order failed. You charged me twice.', 'You charged me twice'],
    ['The payment failed and you charged me twice.', 'you charged me twice'],
    ["I don't think the problem was solved.", "I don't think the problem was solved"],
    ['I got a voucher instead of a full refund.', 'I got a voucher'],
    ['The line works again, I am sure of it.', 'The line works again'],
    ['You told me that the fee was waived.', 'the fee was waived'],
    ["It's not the first time. The router breaks every week.", 'The router breaks every week'],
    ['He said that the order was paid, which I did not expect.', 'the order was paid'],
  ])('of %j, %j is accepted', (source, quote) => {
    expect(found(source, quote)).toBe(quote);
  });
});
