import { readFile } from 'node:fs/promises';
import type {
  Alert,
  AlertChange,
  AlertCheck,
  AlertRule,
  BrickworkClient,
  Canary,
  CanaryChange,
  CanaryRule,
} from '@brickwork/client';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  json?: boolean;
}

export function registerAlerts(program: Command): void {
  const alerts = program
    .command('alerts')
    .description('Rules that notify you when a figure of a kit passes a threshold, or its answers drift')
    .addHelpText(
      'after',
      `
A file names alerts and their rules, in YAML or JSON:

  alerts:
    unresolved:
      kit: support_qa
      brick: resolved
      aggregate: share        # or mean, quantile, no_value
      value: false
      window: 7d
      above: 0.3              # or below
      hysteresis: 0.05
      min_runs: 50
      where: { team: emea }
  canaries:                     # golden sets that are evaluated every night
    nightly: { kit: support_qa, set: regression, max_drop: 0.05, max_changed: 0.1 }

Examples:
  brickwork alerts check alerts.yaml
  brickwork alerts push alerts.yaml --prune
  brickwork alerts list`,
    );
  registerPush(alerts);
  registerCheck(alerts);
  alerts
    .command('list')
    .description('List alerts with their state and latest figure')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: Shown) => {
      const client = await connect();
      const [data, canaries] = [await client.alerts.list(), await client.canaries.list()];
      if (json) printJson({ data, canaries });
      else print(listText(data, canaries));
    });
  alerts
    .command('changes')
    .argument('<name>', 'the alert’s name')
    .description('Show when an alert was raised and resolved, newest first')
    .option('--canary', 'the name of a canary instead of an alert')
    .option('--json', 'print one JSON document')
    .action(async (name: string, { canary, json }: Shown & { canary?: boolean }) => {
      const client = await connect();
      const data = canary ? await client.canaries.changes(name) : await client.alerts.changes(name);
      if (json) printJson({ data });
      else print(changesText(data));
    });
  alerts
    .command('delete')
    .argument('<name...>', 'the alerts’ names')
    .description('Delete alerts; a raised one is resolved first')
    .option('--canary', 'the names of canaries instead of alerts')
    .action(async (names: string[], { canary }: { canary?: boolean }) => {
      const client = await connect();
      for (const name of names) {
        await (canary ? client.canaries : client.alerts).delete(name);
        print(`Deleted ${name}.`);
      }
    });
}

function registerPush(alerts: Command): void {
  alerts
    .command('push')
    .argument('<file>', 'alerts and their rules')
    .description('Store the alerts in a file')
    .option('--prune', 'delete alerts that are not in the file')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { prune, json }: Shown & { prune?: boolean }) => {
      const rules = await readAlertFile(file);
      const client = await connect();
      const [data, canaries]: [Alert[], Canary[]] = [[], []];
      for (const [name, rule] of rules.alerts) data.push(await named(name, () => client.alerts.put(name, rule)));
      for (const [name, rule] of rules.canaries)
        canaries.push(await named(name, () => client.canaries.put(name, rule)));
      const deleted = prune ? await deleteOthers(client, rules) : [];
      if (json) printJson({ data, canaries, deleted });
      else {
        print(listText(data, canaries));
        for (const name of deleted) print(`Deleted ${name}.`);
      }
    });
}

function registerCheck(alerts: Command): void {
  alerts
    .command('check')
    .argument('<file>', 'alerts and their rules')
    .description('Check the alerts in a file against current figures; stores nothing')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: Shown) => {
      const rules = await readAlertFile(file);
      const client = await connect();
      const checks: ({ name: string; rule: AlertRule } & AlertCheck)[] = [];
      for (const [name, rule] of rules.alerts)
        checks.push({ name, rule, ...(await named(name, () => client.alerts.check(rule))) });
      if (json) printJson({ data: checks });
      else
        print(
          table(
            ['ALERT', 'STATE AFTER CHECK', 'FIGURE (95 % INTERVAL)', 'RUNS', 'RULE'],
            checks.map(({ name, rule, state, ...found }) => [
              name,
              found.enough ? state : 'too few runs',
              figureText(found),
              String(found.n),
              ruleText(rule),
            ]),
          ),
        );
      if (!json && rules.canaries.size > 0) print('Canaries are evaluated only after they are pushed.');
    });
}

async function deleteOthers(client: BrickworkClient, kept: AlertFile): Promise<string[]> {
  const deleted: string[] = [];
  for (const kind of ['alerts', 'canaries'] as const)
    for (const { name } of await client[kind].list())
      if (!kept[kind].has(name)) {
        await client[kind].delete(name);
        deleted.push(name);
      }
  return deleted;
}

interface AlertFile {
  alerts: Map<string, AlertRule>;
  canaries: Map<string, CanaryRule>;
}

/** So that one alert of many can be found in the file. */
async function named<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** The service checks the rules; here only the shape of the file is checked. */
async function readAlertFile(file: string): Promise<AlertFile> {
  const { parseKitFile } = await import('@brickwork/engine/kits/parse-kit-file');
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`${file} cannot be read.`, { cause });
  });
  const parsed = parseKitFile(text);
  if ('faults' in parsed) {
    const [fault] = parsed.faults;
    throw new UsageError(`${file}${fault?.line === undefined ? '' : `:${fault.line}`}: ${fault?.message}`);
  }
  const { alerts, canaries } = (parsed.value ?? {}) as { alerts?: unknown; canaries?: unknown };
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const given = [alerts, canaries].filter((value) => value !== undefined);
  if (given.length === 0 || !given.every(isMap))
    throw new UsageError(`${file} must have "alerts:" or "canaries:", with a rule under each name.`);
  return {
    alerts: new Map(Object.entries((alerts ?? {}) as Record<string, AlertRule>)),
    canaries: new Map(Object.entries((canaries ?? {}) as Record<string, CanaryRule>)),
  };
}

function listText(alerts: readonly Alert[], canaries: readonly Canary[]): string {
  if (alerts.length + canaries.length === 0) return 'No alerts.';
  return [alerts.length > 0 && listTable(alerts), canaries.length > 0 && canaryTable(canaries)]
    .filter(Boolean)
    .join('\n\n');
}

function canaryTable(canaries: readonly Canary[]): string {
  return table(
    ['CANARY', 'STATE', 'SINCE', 'DRIFTED', 'NEXT'],
    canaries.map(({ name, state, since, found, problem, running, next_at }) => {
      const drifted = driftedKeys(found);
      return [
        name,
        state,
        since,
        problem === undefined ? drifted.join(', ') || '–' : oneLine(problem, 60),
        running === undefined ? next_at : `${running} is running`,
      ];
    }),
  );
}

function listTable(alerts: readonly Alert[]): string {
  return table(
    ['ALERT', 'STATE', 'SINCE', 'FIGURE (95 % INTERVAL)', 'RUNS', 'RULE'],
    alerts.map(({ name, state, since, found, problem, rule }) => [
      name,
      state,
      since,
      problem === undefined ? figureText(found) : oneLine(problem, 60),
      found === undefined ? '–' : String(found.n),
      ruleText(rule),
    ]),
  );
}

function changesText(changes: readonly (AlertChange | CanaryChange)[]): string {
  if (changes.length === 0) return 'It has never been raised.';
  return table(
    ['WHEN', 'STATE', 'FOUND'],
    changes.map(({ at, state, found }) => [
      at,
      state === 'raised' ? 'raised' : 'resolved',
      found !== undefined && 'bricks' in found ? driftedKeys(found).join(', ') || '–' : figureText(found),
    ]),
  );
}

function driftedKeys(found: Canary['found']): string[] {
  return found?.bricks.filter(({ drifted }) => drifted).map(({ key }) => key) ?? [];
}

function figureText(found: Alert['found']): string {
  if (found?.figure === undefined) return '–';
  const { value, low, high } = found.figure;
  return low === undefined || high === undefined ? short(value) : `${short(value)} (${short(low)}–${short(high)})`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function ruleText({ brick, aggregate, value, quantile = 0.5, above, below, window }: AlertRule): string {
  const what = { share: `share of ${value}`, mean: 'mean', quantile: `quantile ${quantile}`, no_value: 'no value' };
  return `${brick}: ${what[aggregate]} ${above === undefined ? `below ${below}` : `above ${above}`} in ${window}`;
}
