/**
 * The work of a checking thread, for a request before it is accepted and for a model's reply. Faults are returned as values: an error loses
 * its class when it crosses a thread.
 */
import type { KitDocument } from '@brickwork/contract';
import type { Conversation } from '@brickwork/engine/conversation/conversation';
import { type DescribedInput, type DescribeTask, describeInputs } from '@brickwork/engine/conversation/describe-inputs';
import { checkConversation } from '@brickwork/engine/conversation/read-conversation';
import type { StatedFacts } from '@brickwork/engine/conversation/stated-facts';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type CheckedKit, checkKit } from '@brickwork/engine/kits/check-kit';
import type { Kit } from '@brickwork/engine/kits/normalise-kit';
import { type HideTask, hideIdentities } from '@brickwork/engine/mask/hide-identities';
import { type MaskedConversation, maskConversation } from '@brickwork/engine/mask/mask-conversation';
import { type CheckedReply, checkReply, type MaskTask, type ReplyCheck } from '@brickwork/engine/model/check-reply';
import { detectInjections, type Injection } from '@brickwork/engine/model/detect-injection';
import { type GoldenSetRequest, readGoldenSet } from '../../golden/read-golden-set.ts';
import { type CheckedFile, checkKitFile } from '../../kits/kit-checks.ts';
import { type FingerprintParts, fingerprint } from '../../runs/fingerprint.ts';

export interface CheckedInput {
  fault?: string;
  /** The conversation data in the input. */
  facts?: StatedFacts;
}

/** The input travels as JSON text, which costs the event loop almost nothing; a parsed one would have to be copied value by value. */
export interface CheckTasks {
  kit: { task: { document: unknown }; answer: CheckedKit };
  file: { task: { text: string }; answer: CheckedFile };
  input: { task: { kit: Pick<KitDocument, 'input'>; input: string }; answer: CheckedInput };
  reply: { task: { check: ReplyCheck }; answer: CheckedReply };
  injections: { task: { conversation: Conversation; keys: readonly string[] }; answer: Injection[] };
  mask: { task: { mask: MaskTask }; answer: MaskedConversation };
  /** The context travels as JSON text. */
  hide: { task: { document: unknown; context: string | undefined }; answer: HideTask['document'] };
  inputs: { task: { describe: DescribeTask }; answer: DescribedInput[] };
  golden: { task: { body: Uint8Array; kit: Kit }; answer: GoldenSetRequest };
  fingerprint: { task: { parts: Omit<FingerprintParts, 'input'>; input: string }; answer: Uint8Array };
}

export type CheckKind = keyof CheckTasks;
export type CheckTask = { [Kind in CheckKind]: { kind: Kind } & CheckTasks[Kind]['task'] }[CheckKind];
export type CheckAnswer = CheckTasks[CheckKind]['answer'];

export function serveCheck(task: CheckTask): CheckAnswer {
  switch (task.kind) {
    case 'kit':
      return checkKit(task.document);
    case 'file':
      return checkKitFile(task.text);
    case 'input':
      return checkInputText(task.kit, task.input);
    case 'reply':
      return checkReply(task.check);
    case 'injections':
      return detectInjections(task.conversation, task.keys);
    case 'mask':
      return maskConversation(task.mask.conversation, task.mask.classes, task.mask.kept);
    case 'hide':
      return hideIdentities({ document: task.document, context: task.context && JSON.parse(task.context) });
    case 'inputs':
      return describeInputs(task.describe);
    case 'golden':
      return readGoldenSet(task.body, task.kit);
    case 'fingerprint':
      return fingerprint({ ...task.parts, input: parseInput(task.input) });
  }
}

function checkInputText(kit: Pick<KitDocument, 'input'>, text: string): CheckedInput {
  try {
    return { facts: checkConversation(kit, parseInput(text)) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'kit_input_invalid') throw error;
    return { fault: error.detail ?? '' };
  }
}

function parseInput(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}
