import type { Command } from 'commander';
import { channelsOption, languageOption } from '../recordings/recording-options.ts';
import type { TranscribeOptions } from '../recordings/transcribe-all.ts';

interface Flags extends Omit<TranscribeOptions, 'transcriber'> {
  engine?: string;
}

export function registerTranscribe(program: Command): void {
  program
    .command('transcribe')
    .argument('<file...>', 'recordings, or directories of them: WAV, FLAC, MP3, M4A, AAC, Ogg with Opus, WebM')
    .option(
      '--engine <engine>',
      'whisper/base, openai/whisper-1, deepgram/nova-3, assemblyai/universal (BRICKWORK_TRANSCRIBER); by default the model that is installed',
    )
    .option('--base-url <url>', 'address of a service with OpenAI’s API (BRICKWORK_TRANSCRIBER_BASE_URL)')
    .addOption(languageOption())
    .addOption(channelsOption())
    .option('--out <directory>', 'write NAME.json for each recording, and skip those that exist')
    .option('--words', 'with the time of each word')
    .option('--json', 'print JSON; with several recordings one per line')
    .description('Turn recordings into conversations, on this machine or by a service; needs no running service')
    .addHelpText(
      'after',
      `
A service gets its key from BRICKWORK_TRANSCRIBER_API_KEY. A recording that cannot be read is reported and skipped; the command then
exits with 4. With --out, an interrupted command continues where it stopped.

Examples:
  brickwork models get whisper-base
  brickwork transcribe call.wav --channels agent,customer
  brickwork transcribe calls/ --out transcripts
  brickwork transcribe call.mp3 --engine openai/whisper-1
  brickwork run support_qa transcripts/*.json`,
    )
    .action(async (files: string[], { engine, ...options }: Flags) => {
      const { transcribeAll } = await import('../recordings/transcribe-all.ts');
      await transcribeAll(files, { ...options, transcriber: engine });
    });
}
