/** Keys that seal the secrets of intakes, and what was pushed to them, are derived for these purposes. */
export const SECRET_PURPOSE = 'intake secrets';
export const PAYLOAD_PURPOSE = 'intake payloads';
