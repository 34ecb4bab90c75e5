/**
 * The key by which failures are counted. A person with IPv6 has a whole network of at least 2^64 addresses: counted one by one, they would
 * never reach a limit.
 */
import ipaddr from 'ipaddr.js';

const NETWORK_BITS = 64;

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address); // IPv4 written as IPv6 is IPv4.
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}
