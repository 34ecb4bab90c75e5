import type { BrickQuality, KitQuality } from '@brickwork/client';
import { formatShare, intervalText } from '@brickwork/contract/figures';
import type { Command } from 'commander';
import { connect } from '../api/connect.ts';
import { parseCount } from '../parse-count.ts';
import { parseSince } from '../parse-since.ts';
import { asOption, collect, DIMENSION_OPTION, readWhere, type Where } from '../read-where.ts';
import { oneLine, print, printJson, table } from '../terminal.ts';

interface QualityOptions extends Where {
  by?: string;
  since?: Date;
  until?: Date;
  version?: number;
  timezone?: string;
  as?: 'given' | 'reviewed';
  json?: boolean;
}

export function registerQuality(program: Command): void {
  program
    .command('quality')
    .description('Show how accurate the answers are according to reviewers')
    .argument('<kit>', 'the kit’s slug, code or id')
    .option('--by <what>', 'day, week, month, version, a dimension such as team, or metadata.KEY')
    .option('--since <when>', 'only conversations since then: a date, or how long ago, such as 30d', parseSince)
    .option('--until <when>', 'conversations before', parseSince)
    .option('--version <number>', 'only runs of this version of the kit', parseCount)
    .option(
      '--timezone <zone>',
      'time zone in which days begin and end, such as Europe/Lisbon; the workspace’s by default',
    )
    .option(...DIMENSION_OPTION, collect, [])
    .option('--answer <brick=value>', 'only runs with this answer, such as resolved=false or score=lt:60', collect, [])
    .option('--confidence <brick=value>', 'only runs with this confidence: resolved=lt:0.7', collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .addOption(asOption())
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Examples:
  brickwork quality support_qa
  brickwork quality support_qa --by team --since 30d
  brickwork quality support_qa --by week --dimension team=Porto
  brickwork quality support_qa --by version`,
    )
    .action(async (kit: string, { by, since, until, version, timezone, as, json, ...where }: QualityOptions) => {
      const found = await (await connect()).reviewQueue.quality(kit, {
        ...readWhere(where),
        group_by: by,
        since: since?.toISOString(),
        until: until?.toISOString(),
        version,
        timezone,
        as,
      });
      if (json) printJson(found);
      else print(qualityTable(found, by));
    });
}

function qualityTable({ data }: KitQuality, by: string | undefined): string {
  const rows = data.flatMap(({ group, size, bricks }) =>
    bricks.map((brick) => [...(by === undefined ? [] : [nameOf(group, size)]), ...cellsOf(brick)]),
  );
  if (rows.length === 0) return 'None of these runs has been reviewed yet. See “brickwork reviews draw”.';
  const head = ['BRICK', 'RIGHT (95 % INTERVAL)', 'DRAWN', 'REVIEWED', 'REVIEWERS AGREE', 'DISPUTED'];
  return [
    'Estimated for all runs from those drawn for review, each weighted by how likely it was to be drawn.',
    '',
    table(by === undefined ? head : [by.toUpperCase(), ...head], rows),
  ].join('\n');
}

function cellsOf({ brick, accuracy, low, high, n, reviewed, agreement, disputed }: BrickQuality): string[] {
  const interval = low === undefined ? '' : ` (${intervalText({ value: 0, low, high }, formatShare)})`;
  return [
    brick,
    accuracy === undefined ? '–' : `${formatShare(accuracy)}${interval}`,
    String(n),
    String(reviewed),
    agreement === undefined ? '–' : `${formatShare(agreement.same.value)} of ${agreement.n}`,
    String(disputed.length),
  ];
}

function nameOf(group: string | undefined, size: number | undefined): string {
  return size === undefined ? oneLine(group ?? '(none)', 32) : `${size} others`;
}
