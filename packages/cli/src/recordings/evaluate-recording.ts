/** `brickwork evaluate KIT --audio FILE`: what a kit answers about a recording, on this machine alone. */
import { conversationField } from '@brickwork/engine/conversation/conversation-field';
import { type Evaluation, evaluateKit } from '@brickwork/engine/evaluation/evaluate-kit';
import { EvaluationPool } from '@brickwork/engine/evaluation/evaluation-pool';
import { toBrickOutputs } from '@brickwork/engine/evaluation/to-brick-outputs';
import type { OfflineEngine } from '@brickwork/engine/golden/golden-evaluator';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { ReaderProcesses } from '@brickwork/engine/reader/reader-processes';
import { EXIT } from '../exit-codes.ts';
import { answersTable } from '../runs/show-run.ts';
import { oneLine, print, printJson, tell } from '../terminal.ts';
import { listRecordings } from './list-recordings.ts';
import { hearEach } from './transcribe-all.ts';
import type { Transcript } from './transcribe-file.ts';

export interface EvaluateRecordingOptions {
  audio: string;
  language?: string;
  channels?: string;
  agent?: string[];
  json?: boolean;
}

export async function evaluateRecording(
  kit: Kit,
  engine: OfflineEngine,
  { audio, language, channels, agent, json }: EvaluateRecordingOptions,
): Promise<void> {
  const failed = await hearEach(await listRecordings([audio]), { language, channels }, async ({ path }, transcript) => {
    const { outcomes, warnings } = await evaluate(kit, engine, transcript, agent);
    const bricks = toBrickOutputs(kit, outcomes, { includeSpans: json === true });
    if (json) return printJson({ kit: kit.kit, recording: path, engine: engine.name, bricks, warnings, transcript });
    for (const warning of warnings) print(`! ${oneLine(warning)}`);
    print(answersTable(bricks));
  });
  if (failed > 0) process.exitCode = EXIT.unsuccessful;
}

async function evaluate(
  kit: Kit,
  { name, reader, models }: OfflineEngine,
  transcript: Transcript,
  agents: readonly string[] | undefined,
): Promise<Evaluation> {
  const onUnavailable = (reason: string) => tell(`The reader cannot be used on this machine (${reason}).`);
  const pool = new EvaluationPool({ threads: 1, reader: reader ? new ReaderProcesses({ onUnavailable }) : undefined });
  pool.start();
  try {
    return await evaluateKit(
      { local: (task, limits) => pool.answer(task, limits), reads: pool.reads, model: models?.engine() },
      {
        kit,
        input: { [conversationField(kit)]: transcript },
        agents,
        engine: models === undefined ? name : 'auto',
      },
    );
  } finally {
    await pool.stop();
  }
}
