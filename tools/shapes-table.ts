/** The page of the reference that says what is read of each export, from the samples that the tests read. */
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { normaliseConversation, readTurns } from '@brickwork/engine/conversation/normalise';
import { statedFacts } from '@brickwork/engine/conversation/stated-facts';
import { ALL_SAMPLES } from '../test/support/all-samples.ts';
import { countVariants, judgedVariants } from '../test/support/shape-variants/judged-variants.ts';
import { wrapLines } from './wrap-lines.ts';

export const SHAPES_PAGE = 'docs/reference/shapes.md';

const CHECKED = {
  page: 'its page',
  partly: 'a part of its page',
  others: 'other programs',
  not: 'nothing yet',
} as const;

const INTRODUCTION =
  'Every row is a sample of the tests, read as the service reads it. [Conversations](conversations.md#vendor-exports) says what to send. ' +
  '_Sides_ are _stated_ by the export, _inferred_ from labels, addresses and words, or not known from a sample as short as these. ' +
  '_Compared with_ says what it was compared with: the vendor’s page, other programs that read or write the export, or nothing yet. ' +
  'Where it is nothing yet, look at the first run of your own export before you rely on it.';

const VARIANTS =
  'How people and programs write the same conversation differently: labels, separators, times, headers, columns and fields, put together by the tests, each with what was really ' +
  'said by whom. _Read_: turns, speakers, times and sides are right or not known. _With a warning_: something is not, and a warning of the run says so. _Refused_: with what to send instead. ' +
  'The test fails on any that is silently wrong.';

export function shapesPage(judged = judgedVariants()): string {
  const rows = Object.entries(ALL_SAMPLES)
    .toSorted(
      ([one, { format }], [other, { format: second }]) => format.localeCompare(second) || one.localeCompare(other),
    )
    .map(([name, { value, checked, note }]) =>
      rowOf(name, value, note === undefined ? CHECKED[checked] : `${CHECKED[checked]}: ${note}`),
    );
  return `<!-- Generated from the samples of the tests by \`npm run generate\`. -->

# What is read of each export

${wrapLines(INTRODUCTION)}

| format | sample | turns | people | sides | times | \`occurred_at\` | agent | channel | compared with |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## Variants

${wrapLines(VARIANTS)}

| variants of | in all | read | with a warning | refused | silently wrong |
|---|---|---|---|---|---|
${countVariants(judged)
  .map(
    ({ family, all, right, doubtful, refused, wrong }) =>
      `| ${family} | ${all} | ${right} | ${doubtful} | ${refused} | ${wrong} |`,
  )
  .join('\n')}
`;
}

function rowOf(name: string, value: unknown, checked: string): string {
  const conversation = normaliseConversation(value);
  const { turns, format } = conversation;
  const { occurredAt, occurredLocal, agent, channel } = statedFacts(readTurns(value));
  const people = new Set(turns.flatMap(({ speaker }) => speaker ?? [])).size;
  const hasTimes = turns.some(({ startSeconds }) => startSeconds !== undefined);
  const cells = [
    `\`${format}\``,
    name,
    turns.length,
    people === 0 ? 'not told apart' : people,
    sidesOf(conversation),
    yes(hasTimes),
    occurredAt === undefined && occurredLocal !== undefined ? 'without a zone' : yes(occurredAt !== undefined),
    yes(agent !== undefined),
    channel ?? '–',
    checked,
  ];
  return `| ${cells.join(' | ')} |`;
}

function sidesOf({ turns, speakers = [] }: Conversation): string {
  const known = speakers.filter(({ side }) => side !== undefined);
  if (known.length === 0) return turns.some(({ side }) => side !== undefined) ? 'stated' : '–';
  const isStated = known.every(({ basis, probability }) => basis === 'given' || probability === 1);
  return isStated ? 'stated' : 'inferred';
}

function yes(is: boolean): string {
  return is ? 'yes' : '–';
}
