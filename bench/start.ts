/** What a start costs before the service is ready: from the bundle, and from the sources, which is how it starts where no bundle was built. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, type Result } from './support/result.ts';
import { ROOT, startServiceNode } from './support/service-node.ts';
import type { Site } from './support/site.ts';
import { spreadOf } from './support/spread.ts';

const ROUNDS = 5;

interface Cost {
  cpuSeconds: number;
  megabytes: number;
}

export async function start(site: Site): Promise<Result> {
  const db = await site.database('start');
  const withoutBundle = checkoutWithoutBundle();
  const sides = { bundle: { root: ROOT, costs: [] as Cost[] }, sources: { root: withoutBundle, costs: [] as Cost[] } };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { root, costs } of Object.values(sides)) {
      const node = await startServiceNode({ databaseUrl: db.url, root });
      costs.push({ cpuSeconds: node.cpuSeconds() ?? Number.NaN, megabytes: node.rssMegabytes() ?? Number.NaN });
      await node.stop();
    }
  }
  rmSync(withoutBundle, { recursive: true });
  await db.drop();
  const [bundle, sources] = [middleOf(sides.bundle.costs), middleOf(sides.sources.costs)];
  return {
    name: 'start',
    title: `Start: CPU of \`brickwork serve\` until it is ready, the middle of ${ROUNDS} on a database that exists`,
    lines: [
      { what: 'from the bundle', value: shown(bundle) },
      { what: 'from the sources', value: shown(sources) },
      atMost('bundle ÷ sources', bundle.cpuSeconds / sources.cpuSeconds, 0.5),
    ],
  };
}

/** The command of this checkout without what `npm run build` adds. */
function checkoutWithoutBundle(): string {
  const root = mkdtempSync(join(tmpdir(), 'brickwork-start-'));
  const [from, to] = [join(ROOT, 'packages', 'cli'), join(root, 'packages', 'cli')];
  mkdirSync(to, { recursive: true });
  cpSync(join(from, 'bin'), join(to, 'bin'), { recursive: true });
  for (const name of ['src', 'package.json']) symlinkSync(join(from, name), join(to, name));
  return root;
}

function middleOf(costs: readonly Cost[]): Cost {
  return {
    cpuSeconds: spreadOf(costs.map(({ cpuSeconds }) => cpuSeconds)).p50,
    megabytes: spreadOf(costs.map(({ megabytes }) => megabytes)).p50,
  };
}

function shown({ cpuSeconds, megabytes }: Cost): string {
  return `${cpuSeconds.toFixed(2)} s, ${Math.round(megabytes)} MB`;
}
