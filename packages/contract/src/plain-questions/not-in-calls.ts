/**
 * Questions that no conversation answers: about the company's figures, or who is the best of all. Only wordings that can hardly mean anything else: a question that is
 * refused in error cannot be asked, one that is let through gets a wide interval.
 */
const FIGURES =
  '(?:revenue|turnover|profit|profit margin|gross margin|market share|share price|stock price|headcount|churn rate|retention rate|conversion rate|net promoter score|burn rate|cash flow|valuation|bounce rate|customer acquisition cost|customer lifetime value)';
const PERIOD = '(?: (?:last|this|next|per|a|in the last|in the next) (?:week|month|quarter|year)| today| now)?';
const STAFF =
  '(?:agent|employee|team|team leader|manager|seller|salesperson|representative|rep|office|branch|department)';

const PATTERNS: readonly RegExp[] = [
  new RegExp(
    `^(?:what(?:'s|’s| is| was| will be| are| were)|how (?:high|big|large) (?:is|was)|why (?:is|was)) (?:our|the company(?:'s|’s)) (?:(?:annual|monthly|yearly|quarterly|total|average|net|gross|current|overall) )*${FIGURES}${PERIOD}(?: so (?:high|low)| rising| falling)?$`,
    'i',
  ),
  new RegExp(`^how much (?:revenue|profit|turnover) (?:did|do|will) we (?:make|earn|have)${PERIOD}$`, 'i'),
  /^how many (?:employees|staff|subscribers|offices|branches|shareholders) do we (?:have|employ)$/i,
  new RegExp(
    `^(?:who|which ${STAFF}) (?:is|are|was) (?:our|the) (?:best|worst|top|weakest|strongest|most productive|least productive) ${STAFF}s?(?: of (?:all|the (?:week|month|quarter|year)))?$`,
    'i',
  ),
  new RegExp(`^which of our ${STAFF}s (?:is|are|performs?|works?) (?:the )?(?:best|worst)$`, 'i'),
];

/** A longer one is none of these, and need not be looked at. */
const LONGEST = 120;

export function isNotInCalls(question: string): boolean {
  const bare = question.replace(/[?.!\s]{1,20}$/, '');
  return bare.length <= LONGEST && PATTERNS.some((pattern) => pattern.test(bare));
}
