/** OpenTelemetry, enabled if the standard `OTEL_*` variables name an endpoint. Only this module loads the packages, and only if needed. */
import type { Logger } from '../../core/logger.ts';
import type { Metrics } from '../../core/metrics.ts';
import { NO_TRACING, type Tracing } from '../../core/tracing.ts';
import { signalsOf } from './signals.ts';

export interface TelemetryOptions {
  metrics: Metrics;
  version: string;
  logger: Logger;
  env?: NodeJS.ProcessEnv;
}

export async function openTelemetry({
  metrics,
  version,
  logger,
  env = process.env,
}: TelemetryOptions): Promise<Tracing> {
  const wanted = signalsOf(env);
  if (!wanted.traces && !wanted.metrics) return NO_TRACING;
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol !== undefined && protocol !== '' && protocol !== 'http/json') {
    logger.warn(
      { protocol },
      'OpenTelemetry: only http/json is supported; every collector accepts it on its HTTP port',
    );
  }
  try {
    const { startSdk } = await import('./start-sdk.ts');
    return startSdk({ ...wanted, source: metrics, version, env });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    logger.warn(
      {},
      'OTEL_* is set, but the packages of OpenTelemetry cannot be loaded: install the packages of the service again',
    );
    return NO_TRACING;
  }
}
