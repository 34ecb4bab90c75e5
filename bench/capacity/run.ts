/**
 * `npm run capacity [-- --measure] [--write]`: what a month of calls needs, from the recorded figures; `--measure` records new ones (about two minutes),
 * `--write` puts the tables into docs/operations/scaling.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/service-node.ts';
import { capacityText, withCapacity } from './capacity-table.ts';
import type { Figures } from './figures.ts';
import { measure } from './measure.ts';

const RECORDED = join(import.meta.dirname, 'figures.json');
const PAGE = join(ROOT, 'docs', 'operations', 'scaling.md');

if (process.argv.includes('--measure')) writeFileSync(RECORDED, `${JSON.stringify(await measure(), null, 2)}\n`);
const figures = JSON.parse(readFileSync(RECORDED, 'utf8')) as Figures;
console.log(capacityText(figures));
if (process.argv.includes('--write')) writeFileSync(PAGE, withCapacity(readFileSync(PAGE, 'utf8'), figures));
