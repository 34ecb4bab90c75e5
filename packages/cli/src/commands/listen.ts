import type { Command } from 'commander';
import type { ListenOptions } from '../events/forward-events.ts';

export function registerListen(program: Command): void {
  program
    .command('listen')
    .description('Stream the workspace’s events to this terminal, or to a receiver on this machine')
    .option('--forward <url>', 'POST every event there, signed like a real delivery')
    .option('--secret <whsec>', 'sign with this secret instead of a generated one')
    .option('--after <cursor>', 'start after this cursor instead of now')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText(
      'after',
      `
Reads with BRICKWORK_API_KEY from BRICKWORK_URL. An event is resent until the receiver accepts it.

Example:
  brickwork listen --forward http://127.0.0.1:3000/webhooks`,
    )
    .action(async (options: ListenOptions) => {
      const { listen } = await import('../events/forward-events.ts');
      await listen(options);
    });
}
