/** The kit of a question: what is asked about every call. */
import { type AskedQuestion, toBricks } from '@brickwork/contract/plain-questions';
import { type Kit, normaliseKit } from '@brickwork/engine/kits/normalise-kit';

/** The kit of a call with only the questions: its input is read as that kit reads it. */
export function kitOfQuestions(asked: readonly AskedQuestion[], of?: Kit): Kit {
  return normaliseKit({
    kit: of?.kit ?? 'questions',
    ...(of !== undefined && { input: of.input }),
    ...(of?.speakers !== undefined && { speakers: of.speakers }),
    ...(of?.language !== undefined && { language: of.language }),
    bricks: asked.flatMap(toBricks),
  });
}
