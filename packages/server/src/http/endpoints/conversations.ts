/** Shows how conversations are read, before runs are created from them. */
import { conversationsApi } from '@brickwork/contract';
import { ServiceError } from '@brickwork/engine/core/service-error';
import { type ReadInput, type ReadInputs, readInputs } from '../../runs/read-inputs.ts';
import { ok, type Route, route } from '../route.ts';

export function conversationRoutes(deps: ReadInputs): Route[] {
  return [
    route(conversationsApi.readConversations, async ({ principal, body }) => {
      const { kit_code: kitCode, kit_version_id: kitVersionId, type, conversations: given } = body;
      if (kitCode === undefined && kitVersionId === undefined)
        throw new ServiceError('kit_code_or_kit_version_id_required');
      const kit = kitVersionId === undefined ? { kitCode: kitCode ?? '' } : { kitVersionId };
      const read = await readInputs(deps, principal, { kit, type, given });
      return ok({ data: read.map(toWire) });
    }),
  ];
}

function toWire(read: ReadInput, index: number) {
  if ('fault' in read) return { index, error: 'kit_input_invalid', detail: read.fault };
  const { format, occurredAt, channel, turns, leftOut, speakers, warnings, sideWarnings } = read;
  return {
    index,
    format,
    occurred_at: occurredAt?.toISOString(),
    channel,
    turns,
    left_out: leftOut,
    speakers,
    warnings,
    side_warnings: sideWarnings,
  };
}
