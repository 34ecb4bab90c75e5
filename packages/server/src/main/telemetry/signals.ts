/** Which signals the standard variables enable. */
export interface Signals {
  traces: boolean;
  metrics: boolean;
}

/** By the specification: an endpoint for all signals or for one; the exporter `none` turns one off, `OTEL_SDK_DISABLED` all. */
export function signalsOf(env: NodeJS.ProcessEnv): Signals {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true';
  const isWanted = (signal: 'TRACES' | 'METRICS'): boolean =>
    !isOff &&
    env[`OTEL_${signal}_EXPORTER`] !== 'none' &&
    (isSet('OTEL_EXPORTER_OTLP_ENDPOINT') || isSet(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`));
  return { traces: isWanted('TRACES'), metrics: isWanted('METRICS') };
}
