/** Prints a run for people: values, confidences and evidence. */
import type { BrickOutput, Run } from '@brickwork/client';
import { bold, dim, oneLine, print, table, terminalWidth } from '../terminal.ts';

export function showRun(run: Run, label?: string): void {
  const took = run.duration_ms === undefined ? '' : ` in ${run.duration_ms} ms`;
  const what = label === undefined ? '' : `${oneLine(label)}: `;
  const by = run.engine === undefined ? '' : `, answered by ${run.engine}`;
  print(
    `${bold(`${what}${run.status}${took}`)} ${dim(`${run.run_id}, ${run.kit_code} version ${run.kit_version}${by}`)}`,
  );
  if (run.erased_at !== undefined) print(`Its contents were erased on ${run.erased_at}.`);
  if (run.error_code !== undefined) {
    print(`${run.error_code}: ${oneLine(run.error_message ?? run.error_user_message ?? 'no further detail')}`);
  }
  for (const warning of run.warnings ?? []) print(`! ${oneLine(warning)}`);
  const bricks = run.output?.bricks ?? {};
  if (Object.keys(bricks).length > 0) print(answersTable(bricks));
}

export function answersTable(bricks: Readonly<Record<string, BrickOutput>>): string {
  const rows = Object.entries(bricks).map(([key, { confidence, evidence = [], reason = '', ...brick }]) => [
    key,
    oneLine(shownValue(brick), 40),
    confidence?.toFixed(2) ?? '–',
    evidence.length > 0 ? `“${oneLine(evidence.join('” “'))}”` : oneLine(reason),
  ]);
  const widthBefore = [0, 1, 2].reduce(
    (sum, column) => sum + Math.max(10, ...rows.map((row) => (row[column] ?? '').length)) + 2,
    0,
  );
  const room = Math.max(30, terminalWidth() - widthBefore);
  return table(
    ['BRICK', 'VALUE', 'CONFIDENCE', 'EVIDENCE'],
    rows.map(([key = '', value = '', confidence = '', evidence = '']) => [
      key,
      value,
      confidence,
      oneLine(evidence, room),
    ]),
  );
}

function shownValue({ value, applicability, basis }: BrickOutput): string {
  if (applicability === 'not_applicable') return 'does not apply';
  if (applicability === 'abstained') return 'not sure';
  if (basis === 'unsaid' || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return 'not said';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
