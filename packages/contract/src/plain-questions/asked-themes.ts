/**
 * "What do customers say about the delivery?": themes of what many calls say. Each call is asked whether the customer had a problem with it or
 * praised it, and what those calls say is grouped by their own words.
 */

const PEOPLE =
  '(?:customers|callers|clients|people|users|guests|patients|members|tenants|subscribers|shoppers|buyers|visitors|passengers|students|parents|candidates|employees|they)';
const OWN = '(?:the |our |your |my |most |some |these )?';
const OFTEN = '(?:usually |mostly |generally |often |typically |really )?';
const ABOUT = '(?: (?:the )?most(?: often)?)?(?: (?:about|of|regarding|concerning|with|at|in)(?<topic> .+)?)?';

interface Wording {
  pattern: RegExp;
  /** What each call is asked: a yes to any of them counts. */
  asks: readonly ((topic: string) => string)[];
}

const doing = (verbs: string): RegExp =>
  new RegExp(`^what (?:else )?(?:do|did|are|were|have) ${OWN}${PEOPLE} (?:been )?${OFTEN}(?:${verbs})${ABOUT}$`, 'i');
const being = (nouns: string): RegExp =>
  new RegExp(
    `^what (?:is|are|were) (?:the |our |${OWN}${PEOPLE}['’]? )?(?:main |most common |usual |biggest |top )?(?:${nouns})${ABOUT}$`,
    'i',
  );

const hasProblem = (topic: string) => `Did the customer have a problem${topic === '' ? '' : ` with ${topic}`}?`;
const praises = (topic: string) => `Did the customer praise ${topic === '' ? 'something' : topic}?`;
const asks = (topic: string) => `Does the customer ask about ${topic === '' ? 'something' : topic}?`;

/** The reader tells a problem and praise far better than whether anything is said: of 16 short calls about a delivery, that found three, these two found fourteen. */
const WORDINGS: readonly Wording[] = [
  {
    pattern: doing('say|said|saying|tell us|telling us|think|thinking|feel|mention|talk|talking|report|reporting'),
    asks: [hasProblem, praises],
  },
  { pattern: being('said|being said|views|opinions|feedback|comments'), asks: [hasProblem, praises] },
  { pattern: doing('complain|complaining|complained|criticise|criticize'), asks: [hasProblem] },
  { pattern: being('complaints|problems|issues'), asks: [hasProblem] },
  { pattern: doing('like|love|enjoy|praise|appreciate'), asks: [praises] },
  { pattern: doing('dislike|hate|not like'), asks: [hasProblem] },
  { pattern: doing('ask|asking|asked|want to know'), asks: [asks] },
];

/** A longer one is none of these. */
const LONGEST = 200;

export interface AskedThemes {
  /** What each call is asked: a yes to any of them counts. */
  ofCall: string[];
  /** Empty where the question names none. */
  topic: string;
}

export function themesIn(question: string): AskedThemes | undefined {
  const bare = question.replace(/[?.!\s]{1,20}$/, '');
  if (bare.length > LONGEST) return undefined;
  for (const { pattern, asks: asked } of WORDINGS) {
    const found = pattern.exec(bare);
    if (found === null) continue;
    const { topic: named = '' } = found.groups ?? {};
    const topic = named.replace(/^ (?:the )?most(?: often)?$/i, '').trim();
    return { topic, ofCall: asked.map((ask) => ask(topic)) };
  }
  return undefined;
}
