import type { ApiRequest, CallOptions, Transport } from '../transport.ts';
import type { Calibration, CalibrationDetail, NewCalibration } from '../wire/review.ts';

export type CalibrationsResource = ReturnType<typeof calibrationsResource>;

/** In all paths a kit may be named by id, code or slug. */
const ofKit = (kit: string) => `/v1/kits/${encodeURIComponent(kit)}/calibrations`;
const at = (calibrationId: string) => `/v1/calibrations/${encodeURIComponent(calibrationId)}`;

export function calibrationsResource(transport: Transport) {
  const ask = async <Body>(request: ApiRequest, options: CallOptions = {}): Promise<Body> =>
    (await transport.send<Body>(request, options)).body;
  return {
    /** Gives the same calls to everybody who may review. */
    start: (kit: string, session: NewCalibration, options?: CallOptions): Promise<Calibration> =>
      ask({ method: 'POST', path: ofKit(kit), body: session }, options),

    /** Newest first. */
    list: async (kit: string, options?: CallOptions): Promise<Calibration[]> =>
      (await ask<{ data: Calibration[] }>({ method: 'GET', path: ofKit(kit) }, options)).data,

    /** With results once you have reviewed every call, or it is closed. */
    get: (calibrationId: string, options?: CallOptions): Promise<CalibrationDetail> =>
      ask({ method: 'GET', path: at(calibrationId) }, options),

    close: (calibrationId: string, options?: CallOptions): Promise<Calibration> =>
      ask({ method: 'POST', path: `${at(calibrationId)}/close`, isRepeatable: true }, options),

    /** The reviews stay. For whoever started it, or with `kits:write`. */
    delete: (calibrationId: string, options?: CallOptions): Promise<{ calibration_id: string; deleted: true }> =>
      ask({ method: 'DELETE', path: at(calibrationId) }, options),
  };
}
