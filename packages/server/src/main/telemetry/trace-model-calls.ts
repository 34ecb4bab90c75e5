/** Spans of calls to models, by the conventions of OpenTelemetry for generative AI: the model, limits and counts, never prompt or reply. */

import { CallFault } from '@brickwork/engine/model/call-fault';
import type { AroundCalls } from '@brickwork/engine/model/providers/open-models';
import { type Tracing, traceHeaders } from '../../core/tracing.ts';

export function traceModelCalls(tracing: Tracing): AroundCalls {
  return {
    headers: traceHeaders,
    call(id, { maxOutputTokens }, send) {
      const [provider = id, ...name] = id.split('/');
      const model = name.join('/') || id;
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model,
        'gen_ai.request.max_tokens': maxOutputTokens,
        'gen_ai.output.type': 'json',
      };
      return tracing.span(`chat ${model}`, { kind: 'client', attributes }, async (span) => {
        try {
          const reply = await send();
          span.set({
            'gen_ai.response.finish_reasons': [reply.finish],
            'gen_ai.usage.input_tokens': reply.tokens.input,
            'gen_ai.usage.output_tokens': reply.tokens.output,
          });
          return reply;
        } catch (error) {
          if (error instanceof CallFault) span.fail(error.kind);
          throw error;
        }
      });
    },
  };
}
