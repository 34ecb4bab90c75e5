/** Receivers that take for ever: their deadline is 15 seconds. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldEvaluator } from '../../../../../test/support/runs.ts';
import { startTestService, type TestService } from '../../../../../test/support/test-service.ts';
import { answer, type Receiver, WEBHOOK_ENVIRONMENT } from '../../../../../test/support/webhook-receiver.ts';
import { checkInvariants } from '../../../src/queue/store/check-invariants.ts';
import { receiving } from './support/receiving.ts';

let service: TestService;
const receivers: Receiver[] = [];
beforeAll(async () => {
  service = await startTestService(WEBHOOK_ENVIRONMENT, { evaluate: heldEvaluator().evaluate });
});
afterAll(async () => {
  await service.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

async function beginSlowly() {
  const hanging = await receiving(service, receivers);
  hanging.receiver.behave(() => {}, answer(200));
  const dripping = await receiving(service, receivers);
  let drops = 0;
  dripping.receiver.behave((response) => {
    response.writeHead(200);
    const timer = setInterval(() => {
      drops += 1;
      response.write('.');
    }, 100);
    response.on('close', () => clearInterval(timer));
  }, answer(200));
  await Promise.all([hanging.run(), dripping.run()]);
  return { hanging, dripping, drops: () => drops };
}

it('a receiver that hangs, or answers byte by byte, is cut off at the deadline', async () => {
  const slow = await beginSlowly();
  for (const { untilLog } of [slow.hanging, slow.dripping]) {
    const { attempts } = await untilLog(({ status }) => status === 'succeeded');
    expect(attempts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['timeout', 'succeeded']);
  }
  expect(slow.drops()).toBeGreaterThan(10);
  expect(await checkInvariants(service.testDatabase.database)).toEqual([]);
});
