import { dataOfEvents } from '../server-sent-events.ts';
import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Question, QuestionItem, QuestionPrediction, QuestionRequest } from '../wire/question.ts';
import type { QuestionStatus } from '../wire/vocabulary.ts';

const PATH = '/v1/questions';
const at = (questionId: string) => `${PATH}/${encodeURIComponent(questionId)}`;
const POLL_MS = 1_000;

export type QuestionsResource = ReturnType<typeof questionsResource>;

export function questionsResource(transport: Transport) {
  const send = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const get = (questionId: string, options?: CallOptions): Promise<Question> =>
    send({ method: 'GET', path: at(questionId) }, options);
  return {
    /** How many calls it would take, how long and at what price; asks nothing. */
    predict: (request: QuestionRequest, options?: CallOptions): Promise<QuestionPrediction> =>
      send({ method: 'POST', path: PATH, body: { ...request, dry_run: true }, isRepeatable: true }, options),

    /** Starts asking; `wait` for the estimate. */
    ask: (request: QuestionRequest, options?: CallOptions): Promise<Question> =>
      send({ method: 'POST', path: PATH, body: request }, options),

    /** Newest first. */
    list: async (options?: CallOptions): Promise<QuestionItem[]> =>
      (await send<{ data: QuestionItem[] }>({ method: 'GET', path: PATH }, options)).data,

    get,

    /** Cancels one that runs, whose estimate stays; deletes one that has ended. */
    delete: (
      questionId: string,
      options?: CallOptions,
    ): Promise<{ question_id: string; status: QuestionStatus; deleted: boolean }> =>
      send({ method: 'DELETE', path: at(questionId) }, options),

    /** Every estimate as it comes, the last one when it has ended. Ends early when the service stops: ask again then. */
    async *follow(questionId: string, options?: CallOptions): AsyncGenerator<Question, void, undefined> {
      const events = await transport.stream({ method: 'GET', path: `${at(questionId)}/events` }, options);
      for await (const data of dataOfEvents(events)) yield JSON.parse(data) as Question;
    },

    /** Polls until it has ended; `onProgress` gets every estimate on the way. */
    async wait(
      questionId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: ((question: Question) => void) | undefined } = {},
    ): Promise<Question> {
      for (;;) {
        const question = await get(questionId, call);
        onProgress?.(question);
        if (question.status !== 'running') return question;
        await transport.pause(POLL_MS, call.signal);
      }
    },
  };
}
