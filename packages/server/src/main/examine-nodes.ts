/** Checks the nodes that run: what they work with, and whether runs are executed. Nodes tell about themselves in the database. */

import type { Database } from '../database/database.ts';
import type { RunningNode } from '../database/node-registry.ts';
import { RUN_KIND } from '../queue/job-kinds.ts';
import { LaneClock } from '../queue/lane-clock.ts';
import { createJobStore } from '../queue/store/job-store.ts';
import { untouchedFor } from '../queue/store/oldest-waiting.ts';
import { type Config, readConfig } from './config.ts';
import type { Finding } from './finding.ts';
import { SETTINGS } from './settings.ts';

/** A worker looks for work every second: a run that nobody has taken for this long will not be taken. */
const UNTOUCHED_SECONDS = 30;
/** Nodes of one deployment may differ in these. */
const OWN_SETTINGS = new Set([SETTINGS.role, SETTINGS.host, SETTINGS.port, SETTINGS.dataDir].map(({ env }) => env));

/** Whether anybody works: by the heartbeats of the nodes, wherever they run, and by what waits. */
export async function examineWorkers(database: Database, nodes: readonly RunningNode[]): Promise<Finding> {
  const name = 'workers';
  const { waiting, held } = await createJobStore(database, new LaneClock()).depth(RUN_KIND);
  const canWork = nodes.some(({ role }) => role !== 'api');
  if (!canWork && waiting + held > 0) {
    const text = `${waiting + held} runs wait and no node executes them; start the service, or a worker with "brickwork serve --role worker"`;
    return { level: 'fault', name, text };
  }
  if (!canWork) return { level: 'warning', name, text: 'no node executes runs; nothing waits at the moment' };
  const untouchedSeconds = (await untouchedFor(database, RUN_KIND)) ?? 0;
  if (untouchedSeconds > UNTOUCHED_SECONDS) {
    const text = `${waiting} runs wait, the oldest for ${Math.round(untouchedSeconds)} s, and none of the ${countByRole(nodes)} has taken one; look for warnings in their logs and restart them`;
    return { level: 'fault', name, text };
  }
  return {
    level: 'ok',
    name,
    text: `nodes that run: ${countByRole(nodes)}; ${waiting} runs wait, ${held} are being executed`,
  };
}

function countByRole(nodes: readonly RunningNode[]): string {
  const counts = new Map<string, number>();
  for (const { role } of nodes) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].map(([role, count]) => `${count} × ${role}`).join(', ');
}

/** Models, whose keys are secret, and secrets, of which nodes tell the fingerprints. */
const NOT_READ = Object.fromEntries(
  [SETTINGS.model, SETTINGS.modelBaseUrl, SETTINGS.secret, SETTINGS.secretOther].map(({ env }) => [env, '']),
);

/** Each configuration that nodes work with, once; without the models, whose keys are secret, and without what this release cannot read. */
export function configsOf(nodes: readonly RunningNode[]): Config[] {
  const texts = new Set(nodes.flatMap(({ settings }) => (settings === undefined ? [] : [JSON.stringify(settings)])));
  return [...texts].flatMap((text) => {
    try {
      return readConfig({ ...JSON.parse(text), ...NOT_READ });
    } catch {
      return []; // A node of another release, whose settings have other values.
    }
  });
}

/** Whether the nodes agree with each other, and what of this shell's settings they do not work with. */
export function examineSettings(nodes: readonly RunningNode[], shell: Config): Finding[] {
  const known = nodes.flatMap(({ settings }) => (settings === undefined ? [] : [settings]));
  if (known.length === 0) return [];
  const name = 'settings';
  const versions = new Set(nodes.map(({ version }) => version ?? 'an older release'));
  const differing = differences(known);
  const findings: Finding[] = [];
  if (versions.size > 1) {
    const text = `nodes of ${[...versions].sort().join(' and ')} run side by side; finish the upgrade`;
    findings.push({ level: 'warning', name: 'versions', text });
  }
  if (differing.length > 0) {
    const text = `nodes use different values of ${differing.join(', ')}; set the same value on all nodes and restart`;
    findings.push({ level: 'warning', name, text });
  }
  const elsewhere = differences([...known, shell.written]).filter((env) => !differing.includes(env));
  const note =
    elsewhere.length === 0 ? '' : `; this shell has other values of ${elsewhere.join(', ')}, which no node uses`;
  if (differing.length === 0)
    findings.push({
      level: 'ok',
      name,
      text: `those of the ${known.length === 1 ? 'node that runs' : `${known.length} nodes that run`}${note}`,
    });
  return findings;
}

function differences(settings: readonly Readonly<Record<string, string>>[]): string[] {
  const names = new Set(settings.flatMap((each) => Object.keys(each)));
  return [...names].filter(
    (env) => !OWN_SETTINGS.has(env) && new Set(settings.map((each) => each[env] ?? '')).size > 1,
  );
}

/** The models of the nodes that this shell cannot ask about, having no key for them. */
export function modelsElsewhere(nodes: readonly RunningNode[], shell: Config): Finding[] {
  const here = new Set(shell.models.map(({ id }) => id));
  const named = nodes.flatMap(({ settings }) => settings?.[SETTINGS.model.env]?.split(',') ?? []);
  const elsewhere = new Set(named.map((id) => id.trim()).filter((id) => id !== '' && !here.has(id)));
  return [...elsewhere].map((id) => ({
    level: 'ok',
    name: 'model',
    text: `${id} is set on a node that runs; to see whether it answers, set BRICKWORK_MODEL and its key in this shell`,
  }));
}
