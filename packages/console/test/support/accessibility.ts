import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Rule, run } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A rule's impact is that of all its findings. */
interface Axe {
  _audit: { rules: Pick<Rule, 'id' | 'impact'>[] };
  run: typeof run;
}

/** What axe calls serious or worse, one line each. Its lesser rules are left out, and the rest of its report stays in the page: a quarter less CPU. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Through the debugger, not as a script of the page: the page's policy would refuse it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { _audit, run } = (globalThis as unknown as { axe: Axe }).axe;
    const lesser = _audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
    const rules = Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }]));
    const { violations } = await run(document, { resultTypes: ['violations'], rules });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
  });
}
