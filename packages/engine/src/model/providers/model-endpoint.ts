/** Address, dialect and key of each configured model, from the settings. */
import { type Dialect, PROVIDERS } from './provider-presets.ts';

export interface ModelEndpoint {
  /** `provider/name`. */
  id: string;
  provider: string;
  name: string;
  dialect: Dialect;
  baseUrl: string;
  apiKey: string | undefined;
}

export interface EndpointSettings {
  /** In failover order. */
  ids: readonly string[];
  /** By position; a single value applies to every model of the first model's provider. */
  baseUrls: readonly string[];
  apiKeys: readonly string[];
  /** The value of a provider's usual variable. */
  keyOf(variable: string): string | undefined;
}

export type EndpointFault = {
  variable: 'BRICKWORK_MODEL' | 'BRICKWORK_MODEL_BASE_URL' | 'BRICKWORK_MODEL_API_KEY';
  message: string;
};

export function modelEndpoints(settings: EndpointSettings): { endpoints: ModelEndpoint[]; faults: EndpointFault[] } {
  const faults: EndpointFault[] = [];
  const first = settings.ids[0]?.split('/')[0];
  const endpoints = settings.ids.flatMap((id, index): ModelEndpoint[] => {
    const [provider = '', ...rest] = id.split('/');
    const name = rest.join('/');
    const preset = Object.hasOwn(PROVIDERS, provider) ? PROVIDERS[provider] : undefined;
    if (preset === undefined || name === '') {
      faults.push({
        variable: 'BRICKWORK_MODEL',
        message: `"${id}" must be provider/name; providers are ${Object.keys(PROVIDERS).join(', ')}`,
      });
      return [];
    }
    const pick = (list: readonly string[]) =>
      (list.length > 1 ? list[index] : provider === first ? list[0] : undefined) || undefined;
    const baseUrl = pick(settings.baseUrls) ?? preset.baseUrl;
    const apiKey =
      pick(settings.apiKeys) ?? (preset.keyVariable === undefined ? undefined : settings.keyOf(preset.keyVariable));
    if (baseUrl === undefined || !/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl)) {
      faults.push({
        variable: 'BRICKWORK_MODEL_BASE_URL',
        message: `${id} needs an address, such as http://127.0.0.1:8000/v1`,
      });
      return [];
    }
    if (apiKey === undefined && preset.isKeyless !== true) {
      faults.push({
        variable: 'BRICKWORK_MODEL_API_KEY',
        message: `${id} needs a key, in this variable or in ${preset.keyVariable}`,
      });
      return [];
    }
    return [{ id, provider, name, dialect: preset.dialect, baseUrl: baseUrl.replace(/\/+$/, ''), apiKey }];
  });
  return { endpoints, faults };
}
