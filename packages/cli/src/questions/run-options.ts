/** Options that choose runs, for commands that send a filter in their body. */
import type { Command } from 'commander';
import { parseSince } from '../parse-since.ts';
import { collect, DIMENSION_OPTION, isReviewed, readWhere, reviewedOption, type Where } from '../read-where.ts';

export interface RunOptions extends Where {
  kit?: string;
  since?: Date;
  before?: string;
  search?: string;
  reviewed?: 'yes' | 'no';
}

export function withRunOptions(command: Command): Command {
  return command
    .option('--kit <kit>', 'only runs of this kit')
    .option(
      '--since <when>',
      'only conversations since then: a date, or how long ago, such as 30d, 12h or 30m',
      parseSince,
    )
    .option('--before <time>', 'only conversations before this time (RFC 3339)')
    .option(...DIMENSION_OPTION, collect, [])
    .option('--metadata <key=value>', 'only runs with this value in their metadata', collect, [])
    .option('--answer <brick=value>', 'only runs with this answer, such as score=lt:60; with --kit', collect, [])
    .option(
      '--confidence <brick=value>',
      'only runs with this confidence, such as resolved=lt:0.7; with --kit',
      collect,
      [],
    )
    .option('--search <words>', 'only runs with these words in their conversation')
    .addOption(reviewedOption());
}

export function readRunFilter(options: RunOptions): Record<string, string | boolean | string[]> {
  const { kit, since, before, search, reviewed, answer, confidence, metadata, dimension = [] } = options;
  const { dimensions, ...conditions } = readWhere({ answer, confidence, metadata, dimension });
  const filter = {
    kit_code: kit,
    occurred_after: since?.toISOString(),
    occurred_before: before,
    q: search,
    reviewed: isReviewed(reviewed),
    ...conditions,
    ...dimensions,
  };
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value as string]])),
  );
}
