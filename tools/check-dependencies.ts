/** Proves that dependencies point one way (rules in .dependency-cruiser.json), and that it looked at something at all. */
import { readFileSync } from 'node:fs';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const configuration = JSON.parse(readFileSync('.dependency-cruiser.json', 'utf8')) as IConfiguration;
const { output } = await cruise(
  ['packages'],
  { ...configuration.options, ruleSet: { forbidden: configuration.forbidden ?? [] }, validate: true },
  configuration.options?.enhancedResolveOptions ?? {},
  { tsConfig: extractTSConfig('tsconfig.json') },
);
const { summary } = output as ICruiseResult;
for (const violation of summary.violations) {
  console.error(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
}
if (summary.totalCruised < 10) {
  console.error(`Only ${summary.totalCruised} modules were cruised: the check looked at nothing.`);
  process.exit(1);
}
console.log(`${summary.totalCruised} modules, ${summary.violations.length} dependency violations`);
process.exit(summary.violations.length > 0 ? 1 : 0);
