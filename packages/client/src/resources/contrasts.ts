import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Contrast, ContrastRequest } from '../wire/question.ts';

const PATH = '/v1/contrasts';
const at = (contrastId: string) => `${PATH}/${encodeURIComponent(contrastId)}`;
const POLL_MS = 1_000;

export type ContrastsResource = ReturnType<typeof contrastsResource>;

export function contrastsResource(transport: Transport) {
  const send = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  const get = (contrastId: string, options?: CallOptions): Promise<Contrast> =>
    send({ method: 'GET', path: at(contrastId) }, options);
  return {
    /** Starts it; `wait` for the phrases. */
    start: (request: ContrastRequest, options?: CallOptions): Promise<Contrast> =>
      send({ method: 'POST', path: PATH, body: request }, options),

    /** Newest first, without their phrases. */
    list: async (options?: CallOptions): Promise<Contrast[]> =>
      (await send<{ data: Contrast[] }>({ method: 'GET', path: PATH }, options)).data,

    get,

    delete: (contrastId: string, options?: CallOptions): Promise<{ contrast_id: string; deleted: true }> =>
      send({ method: 'DELETE', path: at(contrastId) }, options),

    /** Polls until it has ended. */
    async wait(
      contrastId: string,
      { onProgress, ...call }: CallOptions & { onProgress?: ((contrast: Contrast) => void) | undefined } = {},
    ): Promise<Contrast> {
      for (;;) {
        const contrast = await get(contrastId, call);
        onProgress?.(contrast);
        if (contrast.status !== 'running') return contrast;
        await transport.pause(POLL_MS, call.signal);
      }
    },
  };
}
