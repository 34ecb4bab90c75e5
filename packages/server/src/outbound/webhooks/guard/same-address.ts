/** Whether a connected peer has the dialled address. The kernel may report an IPv4 peer in its mapped form. */
export function isSameAddress(peer: string | undefined, dialled: string): boolean {
  return peer?.replace(/^::ffff:(?=\d+\.)/i, '') === dialled || isSameIpv6(peer, dialled);
}

/** Two spellings of one IPv6 address. */
function isSameIpv6(one = '', other = ''): boolean {
  const canonical = (text: string) => URL.parse(`http://[${text}]`)?.hostname;
  return one.includes(':') && other.includes(':') && canonical(one) === canonical(other);
}
