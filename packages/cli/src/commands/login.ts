import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { connectWith } from '../api/connect.ts';
import { credentialsFile, forgetCredentials, readCredentials, storeCredentials } from '../api/credentials.ts';
import { askSecretly } from '../ask-secretly.ts';
import { print } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

export function registerLogin(program: Command): void {
  program
    .command('login')
    .description('Store an API key for later commands, readable only by you')
    .option('--url <url>', 'where the service is; BRICKWORK_URL or http://127.0.0.1:8787 by default')
    .addHelpText(
      'after',
      `
The key is typed without being shown, or read from standard input, and checked with the service before it is
stored. BRICKWORK_API_KEY, when set, takes precedence over the stored key.

Examples:
  brickwork login
  echo "$KEY" | brickwork login --url https://brickwork.example.com`,
    )
    .action(async (options: { url?: string }) => {
      const url = options.url ?? (await readCredentials({ BRICKWORK_URL: process.env.BRICKWORK_URL })).url;
      const key = (process.stdin.isTTY ? await askSecretly('API key: ') : await text(process.stdin)).trim();
      if (!/^[\x21-\x7e]{1,300}$/.test(key)) {
        throw new UsageError('That is not an API key. Keys look like svc_live_….');
      }
      const { client } = await connectWith({ url, key, from: 'login' });
      for await (const _kit of client.kits.list()) break; // Every role may list kits.
      print(`Stored in ${await storeCredentials({ url, key })} for ${url}.`);
    });

  program
    .command('logout')
    .description('Remove the stored API key')
    .action(async () => {
      await forgetCredentials();
      print(`Removed ${credentialsFile()}. The key itself stays valid: revoke it with brickwork keys revoke.`);
    });
}
