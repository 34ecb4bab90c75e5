/** WebCrypto wherever it is: global in browsers, edge runtimes and Node from 19 on, a module in Node 18. */
export async function webCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto !== undefined) return globalThis.crypto;
  // Not a literal: bundlers for browsers would try to resolve it, and never need it.
  const specifier = 'node:crypto';
  const { webcrypto } = (await import(specifier)) as { webcrypto: typeof globalThis.crypto };
  return webcrypto;
}

/** 128 random bits. `randomUUID` is missing on pages that were not loaded over https. */
export async function randomKey(): Promise<string> {
  return toHex((await webCrypto()).getRandomValues(new Uint8Array(16)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
