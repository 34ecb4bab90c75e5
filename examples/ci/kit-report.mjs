// Turns what `brickwork evaluate --against … --json` printed into a comment, and fails when the kit got worse.
//   node kit-report.mjs report.json comment.md [--min 0.8]
// It is worse when a brick turned more lines wrong than right and that is hardly chance (p below 0.05), when a brick is right
// less often than --min, or when a line could not be evaluated.
import { readFileSync, writeFileSync } from 'node:fs';

const [report, comment, ...more] = process.argv.slice(2);
const min = more[0] === '--min' ? Number(more[1]) : 0;
const { kit, bricks, failed, against } = JSON.parse(readFileSync(report, 'utf8'));
const compared = new Map((against?.bricks ?? []).map((brick) => [brick.key, brick]));

const percent = (share) => `${Math.round(share * 100)} %`;
// What somebody said must not become Markdown of this comment.
const cell = (value) =>
  value === null || value === undefined
    ? '_no value_'
    : `\`${String(value)
        .slice(0, 80)
        .replace(/[`|\r\n]/g, ' ')}\``;

const faults = [];
for (const { key, accuracy } of bricks) {
  if (accuracy < min)
    faults.push(`\`${key}\` is right on ${percent(accuracy)} of its lines, less than ${percent(min)}.`);
  const { gained = 0, lost = 0, p = 1 } = compared.get(key) ?? {};
  if (lost > gained && p < 0.05) faults.push(`\`${key}\` turned ${lost} lines wrong and ${gained} right (p = ${p}).`);
}
if (failed.length > 0) faults.push(`${failed.length} lines could not be evaluated.`);

const rows = bricks.map(({ key, n, accuracy }) => {
  const { accuracy_before: before, gained, lost } = compared.get(key) ?? {};
  const flips = before === undefined ? 'new' : `+${gained} −${lost}`;
  return `| \`${key}\` | ${n} | ${before === undefined ? '' : percent(before)} | ${percent(accuracy)} | ${flips} |`;
});
const flips = [...compared.values()].flatMap(({ key, flips }) => flips.map((flip) => ({ key, ...flip })));
const flipRows = flips
  .slice(0, 50)
  .map(
    ({ key, line, external_id: id, expected, before, after }) =>
      `| \`${key}\` | ${cell(id ?? `line ${line}`)} | ${cell(expected)} | ${cell(before)} | ${cell(after)} |`,
  );

const text = [
  `### ${faults.length === 0 ? '✅' : '❌'} Kit \`${kit}\``,
  faults.map((fault) => `- ${fault}`).join('\n'),
  ['| brick | lines | before | now | flips |', '| --- | ---: | ---: | ---: | --- |', ...rows].join('\n'),
  flips.length === 0
    ? 'No answer became right or wrong.'
    : ['| brick | conversation | expected | before | now |', '| --- | --- | --- | --- | --- |', ...flipRows].join('\n'),
  flips.length > 50 ? `… and ${flips.length - 50} more.` : '',
].filter((part) => part !== '');
writeFileSync(comment, `${text.join('\n\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
