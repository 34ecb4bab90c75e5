import { type CategoricalBrick, categoricalBrick } from '@brickwork/contract/kit';
import { type AskedOption, questionOf } from '../asked.ts';
import { accept, type BrickTypeModule, type CheckedValue, type JsonSchema, refuse } from '../brick-type.ts';
import { checkLabelled, checkList, checkOutput, checkQuestion, type Report, validPart } from '../document-rules.ts';
import { foldSpaceAndCase } from '../fold-space-and-case.ts';
import { isMany } from '../is-many.ts';

const validCategorical = categoricalBrick.partial();

/** Categories that mean "nothing applies": they have no quotes. */
const NOTHING_APPLIES = /^(?:other|others|none|unknown|unclear|neutral|n\/a|na|not[ _-].*|no[ _-].*)$/i;

export const categoricalType: BrickTypeModule<CategoricalBrick> = {
  checkDocument(raw, report) {
    const part = validPart(validCategorical, raw);
    checkQuestion(part, report);
    checkOutput(part, report);
    checkList(part.brick, report);
    const { categories, hints, good = [] } = part.brick;
    if (categories === undefined) return;
    checkDistinct(categories, report);
    checkLabelled(hints, report, (value) => valueFault({ categories }, value));
    for (const [index, value] of good.entries()) {
      const fault = valueFault({ categories }, value);
      if (fault !== undefined) report(['good', index], fault);
    }
  },
  normalise: (brick) => brick,
  valueFault,
  describe: ({ categories, good }) => ({
    categories: shownCategories({ categories }),
    ...(good !== undefined && { good }),
  }),
  breaks(from, to) {
    const left = new Set(to.categories.map(({ value }) => value));
    return from.categories
      .filter(({ value }) => !left.has(value))
      .map(({ value }) => `"${to.key}" can no longer be "${value}".`);
  },
  valueSchema,
  valueType: ({ categories }) => categories.map(({ value }) => stringLiteral(value)).join(' | '),
  placeholder: ({ categories }) => categories[0]?.value ?? '',
  isComputed: () => false,

  promptRule: 'one of the category values, exactly.',
  promptMembers: (brick) => ({ categories: shownCategories(brick) }),
  replySchema: valueSchema,
  checkReply,
  needsEvidence: (_brick, value) => !NOTHING_APPLIES.test(String(value)),
  isVerbatim: () => false,
  chooseVote: (choices, votes) => choices.majority(votes),
  agree: (_brick, a, b) => foldSpaceAndCase(String(a)) === foldSpaceAndCase(String(b)),
  combineParts: (_brick, parts, choices) => choices.withEvidenceOf(choices.weightiest(parts), parts),

  isRight: (_brick, expected, value) => expected === value,
  compareAs: 'classes',

  askAs(brick) {
    const asked = { text: questionOf(brick), options: brick.categories.map(optionOf) };
    return isMany(brick) ? { as: 'categories', brick, ...asked } : { as: 'category', brick, ...asked };
  },
  earnedShare: ({ good = [] }, value) => (good.includes(String(value)) ? 1 : 0),
  possibleAnswers: ({ categories }) => ({ answers: categories.map(({ value }) => value), isComplete: true }),
  earnedShareFault: ({ key, good }) => (good === undefined ? `needs is: which values of "${key}" count` : undefined),
  operandFault: () => undefined,
};

function checkDistinct(categories: CategoricalBrick['categories'], report: Report): void {
  const first = new Map<string, number>();
  for (const [index, { value }] of categories.entries()) {
    const folded = value.trim().toLowerCase();
    const earlier = first.get(folded);
    if (earlier === undefined) first.set(folded, index);
    else report(['categories', index, 'value'], `is the same as that of categories[${earlier}]`);
  }
}

function valueFault({ categories }: Pick<CategoricalBrick, 'categories'>, value: unknown): string | undefined {
  if (categories.some((category) => category.value === value)) return undefined;
  const named = categories.slice(0, MOST_NAMED).map((category) => category.value);
  const more = categories.length - named.length;
  return `must be one of the categories: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMED = 20;

/** What readers and models see of the categories: their hints are for the local engine. */
function shownCategories({ categories }: Pick<CategoricalBrick, 'categories'>) {
  return categories.map(({ value, name, description }) => ({
    value,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }));
}

function valueSchema({ categories }: CategoricalBrick): JsonSchema {
  return { type: 'string', enum: categories.map(({ value }) => value) };
}

function stringLiteral(value: string): string {
  const body = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}

/** Case and spaces may differ, as long as only one category matches. */
function checkReply({ categories }: CategoricalBrick, value: unknown): CheckedValue {
  const fault = `must be one of ${JSON.stringify(categories.map((category) => category.value))}`;
  if (typeof value !== 'string') return refuse(fault);
  if (categories.some((category) => category.value === value)) return accept(value);
  const folded = foldSpaceAndCase(value);
  const [match, ...others] = categories.filter((category) => foldSpaceAndCase(category.value) === folded);
  return match === undefined || others.length > 0 ? refuse(fault) : accept(match.value);
}

function optionOf({ value, name, description }: CategoricalBrick['categories'][number]): AskedOption<string> {
  const words = (name ?? value).replaceAll('_', ' ');
  if (description === undefined) return { value, wording: words };
  return {
    value,
    wording: `${words}: ${description}`,
    described: name === undefined ? description : `${name}: ${description}`,
  };
}
