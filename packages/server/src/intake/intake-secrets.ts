/** Context for the keys that seal the secrets of intakes and their payloads. */
export const SECRET_PURPOSE = 'intake secrets';
export const PAYLOAD_PURPOSE = 'intake payloads';
