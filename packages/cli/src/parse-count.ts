import { InvalidArgumentError } from 'commander';

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number of at least 1.');
  return Number(text);
}
