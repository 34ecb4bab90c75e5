/** A gate that refuses a version: what to run next, beside why. */
import { UsageError } from '../usage-error.ts';

interface Report {
  set?: { name?: string };
  unevaluated?: readonly number[];
}

export function sayingWhatNext<Result>(
  kit: string,
  version: number | undefined,
  publishing: Promise<Result>,
): Promise<Result> {
  return publishing.catch(async (error: unknown) => {
    const { isApiError } = await import('@brickwork/client');
    if (!isApiError(error, 'gate_failed')) throw error;
    throw new UsageError([error.message, ...nextCommands(kit, version, error.body.report as Report)].join('\n'));
  });
}

function nextCommands(kit: string, version: number | undefined, { set, unevaluated = [] }: Report = {}): string[] {
  const named = version === undefined ? kit : `${kit}@${version}`;
  return [
    ...unevaluated.map((each) => `Evaluate it: brickwork evaluations run ${kit} ${set?.name} --version ${each}`),
    ...(unevaluated.length === 0 ? [`Improve it and push it again: brickwork kits push FILE`] : []),
    `Or publish it anyway, which is recorded and needs kits:force: brickwork kits publish ${named} --force`,
  ];
}
