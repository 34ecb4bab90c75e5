/**
 * Questions that no conversation answers: about the company's figures, or who is the best of all. Only wordings that can hardly mean anything else: a question that is
 * refused in error cannot be asked, one that is let through gets a wide interval.
 */
const FIGURES =
  '(?:revenue|turnover|profit|profit margin|gross margin|market share|share price|stock price|headcount|churn|churn rate|retention rate|conversion rate|net promoter score|satisfaction score|customer satisfaction score|burn rate|growth rate|cash flow|valuation|bounce rate|customer acquisition cost|customer lifetime value|handling time|response time|resolution time|marketing budget)';
const KIND = '(?:(?:annual|monthly|yearly|quarterly|total|average|net|gross|current|overall) )*';
const OURS = `(?:our|the company(?:'s|’s)) ${KIND}${FIGURES}`;
const PERIODS = '(?:(?:last|this|next|per|a|in the last|in the next) (?:week|month|quarter|year)|today|yesterday|now)';
const PERIOD = `(?: ${PERIODS})?`;
const GOES =
  '(?:rise|rising|grow|growing|fall|falling|drop|dropping|increase|increasing|decrease|decreasing|improve|improving|go up|going up|go down|going down|too high|too low)';
const STAFF =
  '(?:agent|employee|team|team leader|manager|seller|salesperson|representative|rep|office|branch|department)';

const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `^(?:what(?:'s|’s| is| was| will be| will| are| were)|how (?:high|big|large) (?:is|was)|why (?:is|was)) ${OURS}(?: be)?${PERIOD}(?: so (?:high|low)| rising| falling)?$`,
    'i',
  ),
  new RegExp(`^(?:will|is|are|was|did|does|has|why (?:is|are|did|does)) ${OURS} ${GOES}${PERIOD}$`, 'i'),
  new RegExp(
    `^why (?:did|do|are) (?:our )?(?:sales|revenues?|profits?|margins?) ${GOES}(?: in [a-z]+)?${PERIOD}$`,
    'i',
  ),
  new RegExp(`^how much (?:revenue|profit|turnover) (?:did|do|will) we (?:make|earn|have)${PERIOD}$`, 'i'),
  new RegExp(
    `^how much (?:did|do|will) we spend on (?:marketing|advertising|salaries|wages|rent|staff|training|research)${PERIOD}$`,
    'i',
  ),
  /^how many (?:employees|staff|agents|customers|clients|subscribers|offices|branches|stores|shops|shareholders) do we (?:have|employ)$/i,
  new RegExp(`^how many [a-z]+ (?:did|do|will) we (?:ship|sell|deliver|process|produce) ${PERIODS}$`, 'i'),
  new RegExp(
    `^(?:who|which ${STAFF}) (?:is|are|was) (?:our|the) (?:best|worst|top|weakest|strongest|most productive|least productive) ${STAFF}s?(?: of (?:all|the (?:week|month|quarter|year)))?$`,
    'i',
  ),
  new RegExp(`^which of our ${STAFF}s (?:is|are|performs?|works?) (?:the )?(?:best|worst)$`, 'i'),
  new RegExp(
    `^which ${STAFF} (?:has|had|made|makes) the (?:most|fewest|highest|lowest|best|worst) (?:sales|calls|complaints|revenue|score|rating|figures|${FIGURES})${PERIOD}$`,
    'i',
  ),
  /^who (?:is|are) our (?:ceo|cfo|cto|founders?|owners?|chairman|investors?|shareholders?)$/i,
  /^who (?:is|are) our (?:largest|biggest|best|worst|top|most loyal|most valuable) (?:customers?|clients?|buyers?)$/i,
  /^(?:what (?:is|are) our (?:best|worst|top)[- ]selling (?:products?|items?)|which (?:of our )?(?:products?|items?) sells? (?:the )?(?:best|most|worst|least))$/i,
  /^(?:what (?:should|can|could|must) we do to|how (?:can|should|could|do) we) (?:increase|reduce|improve|grow|boost|cut|raise|lower) (?:our |the )?(?:sales|churn|revenue|profits?|margins?|costs|conversion|retention|market share)$/i,
  /^how do we compare (?:to|with) (?:our |the )?(?:competitors?|competition|market)$/i,
  /^are we (?:profitable|growing|understaffed|overstaffed|making money|losing money)$/i,
  /^when was (?:our|the) (?:company|business|firm) founded$/i,
  /^what(?:'s|’s| is) the (?:weather|population|capital)(?: like)?(?: (?:in|of) [a-z ]{1,40})?(?: (?:today|tomorrow|now))?$/i,
];

/** A longer one is none of these, and need not be looked at. */
const LONGEST = 120;

export function isNotInCalls(question: string): boolean {
  const bare = question.replace(/[?.!\s]{1,20}$/, '');
  return bare.length <= LONGEST && PATTERNS.some((pattern) => pattern.test(bare));
}
