/** Resources whose work takes a while. */
import { dataOfEvents } from '../server-sent-events.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Backfill } from '../wire/backfill.ts';
import type { Evaluation } from '../wire/golden-set.ts';
import type { Learning } from '../wire/learning.ts';
import type { Contrast, Question } from '../wire/question.ts';
import { waiting } from './wait.ts';

interface Gets<Job> {
  get(id: string, options?: CallOptions): Promise<Job>;
}

export function backfillsHelpers(transport: Transport, { get }: Gets<Backfill>) {
  return {
    /** Polls until it has ended. */
    wait: waiting(transport, get),
  };
}

export function contrastsHelpers(transport: Transport, { get }: Gets<Contrast>) {
  return {
    /** Polls until it has ended. */
    wait: waiting(transport, get),
  };
}

export function evaluationsHelpers(transport: Transport, { get }: Gets<Evaluation>) {
  return {
    /** Polls until it has ended. */
    wait: waiting(transport, get),
  };
}

export function learningsHelpers(transport: Transport, { get }: Gets<Learning>) {
  return {
    /** Polls until it has ended. */
    wait: waiting(transport, get),
  };
}

export function questionsHelpers(transport: Transport, { get }: Gets<Question>) {
  return {
    /** Polls until it has ended; `onProgress` gets every estimate on the way. */
    wait: waiting(transport, get),

    /** Every estimate as it comes, the last one when it has ended. Ends early when the service stops: ask again then. */
    async *follow(questionId: string, options?: CallOptions): AsyncGenerator<Question, void, undefined> {
      const path = `/v1/questions/${encodeURIComponent(questionId)}/events`;
      const events = await transport.stream({ method: 'GET', path }, options);
      for await (const data of dataOfEvents(events)) yield JSON.parse(data) as Question;
    },
  };
}
