/** Checks that a model's endpoint answers with this key and has this model. Costs no tokens: it only lists models. */
import type { ModelEndpoint } from './model-endpoint.ts';

export interface ProbeResult {
  level: 'ok' | 'warning' | 'fault';
  text: string;
}

const PROBE_MS = 5_000;

export async function probeModel({ id, dialect, name, baseUrl, apiKey }: ModelEndpoint): Promise<ProbeResult> {
  const headers: Record<string, string> =
    dialect === 'anthropic'
      ? { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' }
      : dialect === 'google'
        ? { 'x-goog-api-key': apiKey ?? '' }
        : apiKey === undefined
          ? {}
          : { authorization: `Bearer ${apiKey}` };
  try {
    const response = await fetch(`${baseUrl}/models`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const body = await response.text();
    if (response.status === 401 || response.status === 403) {
      return { level: 'fault', text: `${id}: the endpoint refuses the key (status ${response.status})` };
    }
    if (!response.ok)
      return { level: 'warning', text: `${id}: the endpoint answers, but lists no models (status ${response.status})` };
    const isListed = body.includes(JSON.stringify(name).slice(1, -1));
    return isListed
      ? { level: 'ok', text: `${id}: the endpoint answers and has the model` }
      : { level: 'warning', text: `${id}: the endpoint answers, but does not list ${name}; check the name` };
  } catch {
    return {
      level: 'fault',
      text: `${id}: nothing answers at ${new URL(baseUrl).host}; start the server or fix BRICKWORK_MODEL_BASE_URL`,
    };
  }
}
