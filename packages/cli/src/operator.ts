import type { Operator } from '@brickwork/server/operator';

/** Acts on the database itself: the running service's, or one that is started for this command. */
export async function asOperator<Result>(
  work: (operator: Operator) => Promise<Result>,
  options: { migrates?: boolean } = {},
): Promise<Result> {
  const server = await import('@brickwork/server/operator');
  return server.asOperator(process.env, work, options);
}
