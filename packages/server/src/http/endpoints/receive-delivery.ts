/** The address that services push to. The bytes are read as sent, because signatures cover bytes. */
import { intakesApi } from '@brickwork/contract';
import { type AcceptDelivery, acceptDelivery, answerQuestion, refuseDelivery } from '../../intake/accept-delivery.ts';
import type { HandshakeAnswer } from '../../intake/auth/handshake.ts';
import type { SentDelivery } from '../../intake/auth/sent-delivery.ts';
import { createFailureGuard } from '../guard-failures.ts';
import { type Answer, type Call, publicRoute, type Route } from '../route.ts';

export interface ReceiveRoutes extends AcceptDelivery {
  failedAuthPerMinute: number;
}

export function receiveRoutes(deps: ReceiveRoutes): Route[] {
  const guard = createFailureGuard(deps.failedAuthPerMinute);
  return [
    publicRoute(
      intakesApi.receiveDelivery,
      async (call) => {
        const { name } = call.params as { name: string };
        const answer = await acceptDelivery(deps, name, {
          ...sentBy(call, 'POST'),
          async onFailure(error) {
            const told = await guard.onFailure(call.address, error);
            return { error: told, isLogged: told.retryAfterSeconds === undefined };
          },
        });
        if (!('deliveryId' in answer)) return toAnswer(answer);
        return { status: 202, body: { delivery_id: answer.deliveryId, outcome: 'received' } };
      },
      (params, error, bytes) => refuseDelivery(deps, (params as { name: string }).name, error, bytes),
    ),
    publicRoute(intakesApi.answerIntakeHandshake, async (call) => {
      const { name } = call.params as { name: string };
      return toAnswer(await answerQuestion(deps, name, sentBy(call, 'GET')));
    }),
  ];
}

function sentBy(call: Call<unknown, unknown, unknown>, method: string): SentDelivery {
  const { headers, host, path, bytes: body } = call;
  return { method, host, path, headers, queryToken: (call.query as { token?: string } | undefined)?.token, body };
}

function toAnswer({ headers, body }: HandshakeAnswer): Answer {
  return typeof body === 'string'
    ? { status: 200, headers, body }
    : { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}
