/**
 * "What do customers say about the delivery?": themes of what many calls say. Each call is asked whether the customer says anything about it, and what those calls say is
 * grouped by their own words.
 */

const PEOPLE =
  '(?:customers|callers|clients|people|users|guests|patients|members|tenants|subscribers|shoppers|buyers|visitors|passengers|students|parents|candidates|employees|they)';
const OWN = '(?:the |our |your |my |most |some |these )?';
const OFTEN = '(?:usually |mostly |generally |often |typically |really )?';
const ABOUT = '(?: (?:the )?most(?: often)?)?(?: (?:about|of|regarding|concerning|with|at|in)(?<topic> .+)?)?';

interface Wording {
  pattern: RegExp;
  /** What each call is asked, with a topic and without one. */
  about: (topic: string) => string;
  anything: string;
}

const doing = (verbs: string): RegExp =>
  new RegExp(`^what (?:else )?(?:do|did|are|were|have) ${OWN}${PEOPLE} (?:been )?${OFTEN}(?:${verbs})${ABOUT}$`, 'i');
const being = (nouns: string): RegExp =>
  new RegExp(
    `^what (?:is|are|were) (?:the |our |${OWN}${PEOPLE}['’]? )?(?:main |most common |usual |biggest |top )?(?:${nouns})${ABOUT}$`,
    'i',
  );

const COMPLAINS = {
  about: (topic: string) => `Does the customer complain about ${topic}?`,
  anything: 'Does the customer complain about something?',
};
const SAYS = {
  about: (topic: string) => `Does the customer say anything about ${topic}?`,
  anything: 'Does the customer give an opinion?',
};

const WORDINGS: readonly Wording[] = [
  {
    pattern: doing('say|said|saying|tell us|telling us|think|thinking|feel|mention|talk|talking|report|reporting'),
    ...SAYS,
  },
  { pattern: being('said|being said|views|opinions|feedback|comments'), ...SAYS },
  { pattern: doing('complain|complaining|complained|criticise|criticize'), ...COMPLAINS },
  { pattern: being('complaints|problems|issues'), ...COMPLAINS },
  {
    pattern: doing('like|love|enjoy|praise|appreciate'),
    about: (topic) => `Does the customer like something about ${topic}?`,
    anything: 'Does the customer like something?',
  },
  {
    pattern: doing('dislike|hate|not like'),
    about: (topic) => `Does the customer dislike something about ${topic}?`,
    anything: 'Does the customer dislike something?',
  },
  {
    pattern: doing('ask|asking|asked|want to know'),
    about: (topic) => `Does the customer ask about ${topic}?`,
    anything: 'Does the customer ask a question?',
  },
];

/** A longer one is none of these. */
const LONGEST = 200;

export interface AskedThemes {
  /** What each call is asked. */
  ofCall: string;
  /** Empty where the question names none. */
  topic: string;
}

export function themesIn(question: string): AskedThemes | undefined {
  const bare = question.replace(/[?.!\s]{1,20}$/, '');
  if (bare.length > LONGEST) return undefined;
  for (const { pattern, about, anything } of WORDINGS) {
    const found = pattern.exec(bare);
    if (found === null) continue;
    const { topic: named = '' } = found.groups ?? {};
    const topic = named.replace(/^ (?:the )?most(?: often)?$/i, '').trim();
    return { topic, ofCall: topic === '' ? anything : about(topic) };
  }
  return undefined;
}
