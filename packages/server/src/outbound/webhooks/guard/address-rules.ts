/**
 * Which addresses may be connected to: public unicast, and addresses that the operator has allowed for development. Two independent lists
 * must agree that an address is public (ipaddr.js's ranges and ours), and IPv6 must be in the global unicast block, so that a range missing
 * from one list is still refused.
 */
import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.parse>;
export type AddressRange = [Address, number];

const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32', // Azure's internal host: a public address that leads to the machine's own platform.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
].map((range) => ipaddr.parseCIDR(range));
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

export interface AddressRules {
  isAllowed(address: string): boolean;
  /** Allowed only because the operator listed it. */
  isListed(address: string): boolean;
}

export function createAddressRules(allowed: readonly AddressRange[]): AddressRules {
  const isListed = (text: string): boolean => {
    const address = parse(text);
    return address !== undefined && isIn(address, allowed);
  };
  return {
    isListed,
    isAllowed(text) {
      const address = parse(text);
      return address !== undefined && (isIn(address, allowed) || isPublic(address));
    },
  };
}

/** `10.0.0.0/8`, or a single address; undefined for anything else. */
export function parseAddressRange(text: string): AddressRange | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parse(text);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** As written by a resolver or a socket: four decimal parts, or IPv6 without a zone. Mapped IPv4 stays IPv6, and is refused. */
function parse(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : undefined;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || isIn(address, SPECIAL)) return false;
  return address.kind() === 'ipv4' || isIn(address, [GLOBAL_UNICAST]);
}

function isIn(address: Address, ranges: readonly AddressRange[]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
}
