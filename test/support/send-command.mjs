/**
 * The `brickwork` of scripts that a test runs: hands the command to the test, which runs it in its command host (command-socket.ts). Plain
 * JavaScript: Node loads its compiler for TypeScript before a line of that runs.
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const [path = '', ...args] = process.argv.slice(2);
const socket = connect(path);
const { env: environment } = process;
socket.end(JSON.stringify({ args, environment, input: await text(process.stdin), cwd: process.cwd() }));
const { code, stdout, stderr } = JSON.parse(await text(socket));
process.stderr.write(stderr);
process.stdout.write(stdout);
process.exitCode = code;
