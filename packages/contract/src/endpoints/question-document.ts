/** A question about many calls: how it is asked, and what its answer consists of. */
import { z } from 'zod';
import { cleanText, timestamp } from '../fields.ts';
import { ACCURACY_BASES, JUDGEMENT_ANSWERS, QUESTION_STATUSES, QUESTION_TYPES } from '../vocabulary.ts';
import { BACKFILL_ENGINES } from './backfills.ts';

export const QUESTION_LIMITS = {
  questions: 5,
  characters: 500,
  runs: 10_000,
  kept: 200,
  groups: 50,
  values: 20,
  themes: 8,
  judged: 100,
} as const;

const count = z.number().int();
const share = z.number().min(0).max(1);

/** The filters of GET /v1/runs, with their values as in a query. */
export const runFilter = z
  .record(cleanText(80), z.union([z.string(), z.boolean(), z.number(), z.array(z.string()).max(20)]))
  .refine((filter) => Object.keys(filter).length <= 30, 'must have at most 30 conditions')
  .describe(
    'Which runs: every filter of GET /v1/runs by its name, such as `{"kit_code": "K7TQ2MXB", "team": "Porto", "occurred_after": "2026-10-01T00:00:00Z", "q": "refund"}`. By default `api` runs that succeeded.',
  );

const questionText = cleanText(QUESTION_LIMITS.characters);

export const askedQuestion = z.union([
  questionText,
  z.strictObject({
    question: questionText,
    type: z
      .enum(QUESTION_TYPES)
      .optional()
      .describe(
        '`boolean` (yes/no), `categorical` (one of), `numeric`, `text`, or `themes` (“What do customers say about the delivery?”); inferred by default.',
      ),
    categories: z.array(cleanText(200)).min(2).max(50).optional().describe('For `categorical`: the possible answers.'),
    min: z.number().optional().describe('For `numeric`: the lowest number.'),
    max: z.number().optional(),
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower-case letters, digits and _, start with a letter, 63 at most')
      .optional()
      .describe('The name of the answer; derived from the question by default.'),
  }),
]);

const limits = z.strictObject({
  runs: z.number().int().min(1).max(QUESTION_LIMITS.runs).optional().describe('2,000 by default.'),
  credits: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe('Never exceeded: the most that an answer could cost is reserved before it is requested. 1 by default.'),
  seconds: z.number().int().min(1).max(86_400).optional().describe('How long to work on it; 600 by default.'),
});

export const SEEK = ['any', 'rare'] as const;

export const questionRequest = z.strictObject({
  questions: z.array(askedQuestion).min(1).max(QUESTION_LIMITS.questions),
  kit_code: cleanText(64).optional().describe('Short for `filter.kit_code`: only runs of this kit.'),
  filter: runFilter.default({}),
  limit: limits.default({}),
  width: z
    .number()
    .min(0.005)
    .max(0.5)
    .default(0.05)
    .describe(
      'Reading stops once the sampling error is at most this on either side: 0.05 is ±5 points of a share, or 5 % of a mean. What the engine’s accuracy adds to the interval is stated separately: reading more calls cannot narrow it.',
    ),
  by: cleanText(80)
    .optional()
    .describe(
      'A dimension, `metadata.KEY`, or `week` for a trend: the same figures for each of its values, or for each week in the workspace’s time zone.',
    ),
  seek: z
    .enum(SEEK)
    .default('any')
    .describe(
      '`rare`: calls whose words are close to the question’s are drawn more often. Weights compensate, so the estimate stays unbiased.',
    ),
  seed: z.number().int().min(0).max(2_147_483_647).default(1).describe('The same seed draws the same calls.'),
  engine: z.enum(BACKFILL_ENGINES).default('auto').describe('`local` asks no model and costs nothing.'),
  dry_run: z.boolean().default(false).describe('Only estimate what it would take.'),
});

const interval = z.object({ low: z.number(), high: z.number() });

const known = interval.extend({ value: z.number() });

export const accuracy = z
  .object({
    basis: z
      .enum(ACCURACY_BASES)
      .describe(
        '`reviewed`: people reviewed answers to this question. `published`: measured on other kits. `unknown`: not measured, so the interval is wide.',
      ),
    source: z.string(),
    sensitivity: known.optional().describe('For yes/no questions: the share of true yes calls that are answered yes.'),
    specificity: known.optional(),
    right: known.describe('How many answers are right.'),
  })
  .meta({ id: 'QuestionAccuracy' });

const figure = interval.extend({
  value: z.number(),
  sampling: interval.describe('The part of the interval that reading more calls narrows.'),
});

const shareFigure = figure
  .extend({ observed: share.describe('As the engine answered, before its errors are corrected.') })
  .meta({ id: 'QuestionShare' });

const figures = {
  n: count.describe('Calls that were read.'),
  not_sure: share.describe(
    'Of these, the calls whose answer is not sure. They count as neither yes nor no; the interval allows for both.',
  ),
  no_value: share.optional().describe('For numbers and texts: the share of calls in which none was mentioned.'),
  share: shareFigure
    .optional()
    .describe(
      'For yes/no questions: the share of calls with a yes. For themes: the share of calls with something to say about it, a problem or praise.',
    ),
  mean: figure.optional().describe('For numbers: the mean over the calls that have one.'),
  median: figure.optional(),
  values: z
    .array(shareFigure.extend({ answer: z.string(), count }))
    .max(QUESTION_LIMITS.values)
    .optional()
    .describe('For categories and texts: the most frequent answers, and the share of calls with each.'),
};

export const questionGroup = z
  .object({
    group: z
      .string()
      .nullable()
      .describe('The value, or the Monday of the week (`2026-11-09`); null: calls without a value.'),
    population: count,
    unfinished: z
      .literal(true)
      .optional()
      .describe(
        'For a week: some of its calls may be missing, because it had not ended when the question was asked, or the filter leaves out some of its days.',
      ),
    ...figures,
  })
  .meta({ id: 'QuestionGroup' });

export const questionJudging = z
  .object({
    judged: count.describe('Calls of this question that people have judged; skipped ones are not counted.'),
    yes: count,
    next: z
      .object({
        calls: count,
        seconds: count.describe('About how long it takes a person.'),
        within: z.number().describe('Half the width of the interval to expect then: 0.06 is ±6 points.'),
      })
      .optional()
      .describe('What judging more calls would achieve. Absent if none is left.'),
  })
  .meta({ id: 'QuestionJudging' });

export const judgedAnswer = z
  .object({ key: z.string(), share: shareFigure.optional(), judging: questionJudging })
  .meta({ id: 'JudgedAnswer' });

const callToJudge = z
  .object({
    run_id: z.string(),
    passage: z
      .string()
      .optional()
      .describe('Verbatim: where the engine found its answer. Absent where it quotes nothing; read the call then.'),
  })
  .meta({ id: 'CallToJudge' });

export const callsToJudge = judgedAnswer
  .extend({ question: z.string(), calls: z.array(callToJudge).max(QUESTION_LIMITS.judged) })
  .meta({ id: 'CallsToJudge' });

export const questionDifference = interval
  .extend({
    group: z.string().describe('The group with the higher value.'),
    from: z.string(),
    value: z.number().describe('The share or mean of `group` minus that of `from`.'),
  })
  .meta({ id: 'QuestionDifference' });

const quote = z
  .object({ run_id: z.string(), text: z.string().describe('Verbatim.'), answer: z.string(), confidence: z.number() })
  .meta({ id: 'QuestionQuote' });

const themeFigure = shareFigure
  .extend({
    count: count.describe('Calls in the sample.'),
    quotes: z.array(quote).describe('Quotes from its calls, one per call.'),
  })
  .describe('The share of all calls. The interval allows for sampling.');

export const questionTheme = themeFigure
  .extend({
    theme: z.string().describe('In the words of its calls, in lower case.'),
    also: z.array(z.string()).describe('Other words for it; each of its calls uses one.'),
  })
  .meta({ id: 'QuestionTheme' });

export const questionThemes = z
  .object({
    found: z
      .array(questionTheme)
      .max(QUESTION_LIMITS.themes)
      .describe('The most frequent first. A call may be in several; each has at least five calls.'),
    other: themeFigure.describe('Calls that say something about it, but belong to no theme.'),
    silent: count.describe('Calls that do not mention it, or whose answer is not sure.'),
    unread: count.describe('Calls that say something about it and whose words have been deleted since; in no theme.'),
  })
  .meta({ id: 'QuestionThemes' });

export const judgeRequest = z.strictObject({
  key: cleanText(63)
    .optional()
    .describe('Which of the yes/no questions; may be left out where there is only one of them.'),
  judgements: z
    .array(
      z.strictObject({
        run_id: cleanText(64),
        answer: z
          .enum(JUDGEMENT_ANSWERS)
          .nullable()
          .describe('`skip`: cannot tell; it does not count and is not offered again. null takes a judgement back.'),
      }),
    )
    .min(1)
    .max(QUESTION_LIMITS.judged),
});

export const questionAnswer = z
  .object({
    key: z.string(),
    question: z.string(),
    type: z.enum(QUESTION_TYPES),
    inferred: z.boolean().describe('The type was inferred from the wording. Ask with `type` for another.'),
    categories: z.array(z.string()).optional(),
    brick: z.record(z.string(), z.unknown()).describe('The same question as a brick of a kit.'),
    ...figures,
    accuracy,
    enough: z.boolean().describe('The sampling error is at most `width` on either side.'),
    limited_by: z
      .enum(['sampling', 'accuracy', 'not_sure'])
      .optional()
      .describe(
        'What makes the interval wide: too few calls, too little known about the engine’s accuracy, or answers that are not sure.',
      ),
    longer: z
      .object({
        calls: count.describe('Further calls.'),
        seconds: count,
        within: z.number().optional().describe('Half the width of the whole interval to expect then.'),
      })
      .optional()
      .describe(
        'If a limit was reached first: what a longer run would achieve. Ask again with a higher limit: calls that the local engine answered are not read again.',
      ),
    judging: questionJudging.optional().describe('For yes/no questions: what people judged.'),
    by: z
      .array(questionGroup)
      .max(QUESTION_LIMITS.groups)
      .optional()
      .describe('The largest groups first; weeks in chronological order, the last 50 that have calls.'),
    difference: questionDifference
      .optional()
      .describe(
        'For yes/no questions and numbers, if `by` gives exactly two groups: how far apart they are. By week: the last two finished weeks.',
      ),
    themes: questionThemes.optional().describe('For themes: what is said, grouped by its words.'),
    quotes: z.object({
      for: z
        .array(quote)
        .describe(
          'Quotes from calls with a yes, or with the most frequent value, one per call, the strongest first. Weak quotes are left out.',
        ),
      against: z.array(quote).describe('From calls with a no, or with another value.'),
      unquoted: z
        .object({ for: count, against: count })
        .describe('Answered calls without a quote to show, because they say it in too many words, or not at all.'),
    }),
  })
  .meta({ id: 'QuestionAnswer' });

export const prediction = z
  .object({
    population: count.describe('Calls that match and can be read.'),
    without_input: count.describe('Calls that match but whose input was erased or is past its retention.'),
    runs: count.describe('The maximum number of calls that have to be read.'),
    seconds: count,
    credits: z.number(),
    is_enough: z.boolean().describe('Whether the limits allow for that many.'),
  })
  .meta({ id: 'QuestionPrediction' });

export const question = z
  .object({
    question_id: z.string().describe('`qst_…`'),
    status: z.enum(QUESTION_STATUSES),
    stopped_by: z.enum(['runs', 'credits', 'seconds']).optional().describe('The limit that ended a `capped` question.'),
    questions: z.array(questionAnswer),
    filter: z.record(z.string(), z.unknown()).describe('The filter as it was sent.'),
    by: z.string().optional(),
    limit: z.object({ runs: count, credits: z.number(), seconds: count }),
    width: z.number(),
    seek: z.enum(SEEK),
    seed: count,
    engine: z.enum(BACKFILL_ENGINES),
    predicted: prediction,
    sample: z.object({
      asked: count.describe('Calls that were answered or failed.'),
      failed: count.describe('Calls that could not be read or answered; they count nowhere.'),
      of: count.describe('Calls that may be read.'),
      strata: z
        .array(z.object({ name: z.enum(['all', 'likely', 'rest']), population: count, asked: count }))
        .describe('Each is weighted by its share of all calls, however many of its calls were read.'),
    }),
    cost: z.object({ credits: z.number(), seconds: z.number() }),
    error: z.string().optional(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Question' });

export const questionItem = z
  .object({
    question_id: z.string(),
    status: z.enum(QUESTION_STATUSES),
    questions: z.array(z.object({ key: z.string(), question: z.string(), type: z.enum(QUESTION_TYPES) })),
    asked: count,
    credits: z.number(),
    created_at: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'QuestionItem' });
