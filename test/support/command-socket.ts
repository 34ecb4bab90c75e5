/** Runs the commands of scripts in the command host (run-command.ts): a process of its own costs each of them 0.7 s of CPU more. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { HostedCommand } from './command-host.ts';
import { runCommand } from './run-command.ts';

export interface CommandSocket {
  /** What a script executes instead of `brickwork`, as a line of a shell. */
  command: string;
  stop(): void;
}

export async function openCommandSocket(path: string): Promise<CommandSocket> {
  const answer = async (socket: Socket) => {
    const { args, environment, input, cwd } = JSON.parse(await text(socket)) as HostedCommand;
    socket.end(JSON.stringify(await runCommand(args, environment, input, cwd)));
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket)).listen(path);
  await once(server, 'listening');
  const sender = join(import.meta.dirname, 'send-command.mjs');
  return { command: `"${process.execPath}" "${sender}" "${path}"`, stop: () => void server.close() };
}
