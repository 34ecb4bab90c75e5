/** Settings that cannot be used. The message lists every fault, for the person who set them. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n  ${faults.join('\n  ')}`,
    );
  }
}
