/**
 * Proves that dependencies point one way: the rules of .dependency-cruiser.json for files, and no cycles between the folders of a package.
 * It fails too when it finds hardly any modules, because then it proved nothing.
 */
import { readFileSync } from 'node:fs';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderCycles } from './folder-cycles.ts';

const configuration = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as IConfiguration;
const { output } = await cruise(
  ['packages'],
  {
    ...configuration.options,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
    validate: true,
    skipAnalysisNotInRules: true,
  },
  configuration.options?.enhancedResolveOptions ?? {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const { modules, summary } = output as ICruiseResult;
const cycles = folderCycles(modules);
for (const violation of summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
}
for (const cycle of cycles) console.error(`no-folder-cycles: ${cycle.join(' → ')}`);
if (summary.totalCruised < 10) {
  console.error(`Only ${summary.totalCruised} modules were found: the check looked at nothing.`);
  process.exit(1);
}
const violations = summary.violations.length + cycles.length;
console.log(`${summary.totalCruised} modules, ${violations} dependency violations`);
process.exit(violations > 0 ? 1 : 0);
