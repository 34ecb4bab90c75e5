import { readFile } from 'node:fs/promises';
import type { Alert, AlertCheck, AlertRule, BrickworkClient } from '@brickwork/client';
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
    .description('Be told when a figure of a kit passes a threshold')
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
      where: { metadata.team: emea }

Examples:
  brickwork alerts check alerts.yaml
  brickwork alerts push alerts.yaml --prune
  brickwork alerts list`,
    );
  registerPush(alerts);
  registerCheck(alerts);
  alerts
    .command('list')
    .description('List alerts with their state and their last figure')
    .option('--json', 'print one JSON document')
    .action(async ({ json }: Shown) => {
      const client = await connect();
      const data = await client.alerts.list();
      if (json) printJson({ data });
      else print(data.length === 0 ? 'No alerts.' : listTable(data));
    });
  alerts
    .command('delete')
    .argument('<name...>', 'the alerts’ names')
    .description('Delete alerts; one that is raised is told as resolved')
    .action(async (names: string[]) => {
      const client = await connect();
      for (const name of names) {
        await client.alerts.delete(name);
        print(`Deleted ${name}.`);
      }
    });
}

function registerPush(alerts: Command): void {
  alerts
    .command('push')
    .argument('<file>', 'alerts and their rules')
    .description('Store the alerts of a file')
    .option('--prune', 'delete alerts that the file does not have')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { prune, json }: Shown & { prune?: boolean }) => {
      const rules = await readAlertFile(file);
      const client = await connect();
      const stored: Alert[] = [];
      for (const [name, rule] of rules) stored.push(await named(name, () => client.alerts.put(name, rule)));
      const deleted = prune ? await deleteOthers(client, new Set(rules.keys())) : [];
      if (json) printJson({ data: stored, deleted });
      else {
        print(listTable(stored));
        for (const name of deleted) print(`Deleted ${name}.`);
      }
    });
}

function registerCheck(alerts: Command): void {
  alerts
    .command('check')
    .argument('<file>', 'alerts and their rules')
    .description('Say what the alerts of a file would say now; stores nothing')
    .option('--json', 'print one JSON document')
    .action(async (file: string, { json }: Shown) => {
      const rules = await readAlertFile(file);
      const client = await connect();
      const checks: ({ name: string; rule: AlertRule } & AlertCheck)[] = [];
      for (const [name, rule] of rules)
        checks.push({ name, rule, ...(await named(name, () => client.alerts.check(rule))) });
      if (json) printJson({ data: checks });
      else
        print(
          table(
            ['ALERT', 'WOULD BE', 'FIGURE (95 % INTERVAL)', 'RUNS', 'RULE'],
            checks.map(({ name, rule, state, ...found }) => [
              name,
              found.enough ? state : 'too few runs',
              figureText(found),
              String(found.n),
              ruleText(rule),
            ]),
          ),
        );
    });
}

async function deleteOthers(client: BrickworkClient, kept: ReadonlySet<string>): Promise<string[]> {
  const others = (await client.alerts.list()).map(({ name }) => name).filter((name) => !kept.has(name));
  for (const name of others) await client.alerts.delete(name);
  return others;
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
async function readAlertFile(file: string): Promise<Map<string, AlertRule>> {
  const { parseKitFile } = await import('@brickwork/server/offline');
  const text = await readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`${file} cannot be read.`, { cause });
  });
  const parsed = parseKitFile(text);
  if ('faults' in parsed) {
    const [fault] = parsed.faults;
    throw new UsageError(`${file}${fault?.line === undefined ? '' : `:${fault.line}`}: ${fault?.message}`);
  }
  const { alerts } = (parsed.value ?? {}) as { alerts?: unknown };
  if (typeof alerts !== 'object' || alerts === null || Array.isArray(alerts))
    throw new UsageError(`${file} must have "alerts:" with a rule under each name.`);
  return new Map(Object.entries(alerts as Record<string, AlertRule>));
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
