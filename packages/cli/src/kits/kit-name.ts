import { existsSync } from 'node:fs';

/** `support_qa@2` → kit and version. */
export function parseKitName(name: string): { kit: string; version: number | undefined } {
  const [, kit, version] = /^(.+)@([1-9]\d{0,8})$/.exec(name) ?? [];
  return kit === undefined ? { kit: name, version: undefined } : { kit, version: Number(version) };
}

export function isKitFile(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name) || existsSync(name);
}
