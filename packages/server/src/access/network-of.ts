/**
 * Whose failures are counted together. Somebody with IPv6 has a whole network, 2^64 addresses at least: counted one by one they would never be too many.
 */
import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // IPv4 that is written as IPv6 is IPv4.
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}
