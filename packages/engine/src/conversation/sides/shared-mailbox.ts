/**
 * Who writes to a company's shared mailbox, such as `support@acme.com`, and who answers from it: the company serves the writer. Not
 * evidence if a thread goes to the shared mailboxes of two companies.
 */
const SHARED =
  'support help helpdesk service services care customercare customerservice info information contact sales order orders billing invoice invoices accounts office ' +
  'hello team enquiries inquiries booking bookings reservations returns refunds complaints feedback admin hr jobs careers success desk shop kontakt rechnung';
const SHARED_WORDS = new Set(SHARED.split(' '));
/** The separators of an address list. */
const BETWEEN = /[\s<>,;:"'()[\]]+/;
const ADDRESS = /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/;
/** Of a list of recipients. */
const MOST_CHARACTERS = 4_000;

/** By label: the addresses that the speaker wrote to. */
export type WrittenTo = ReadonlyMap<string, ReadonlySet<string>>;

/** The addresses in a `To`, in any form; anything else is skipped. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const words = value.slice(0, MOST_CHARACTERS).toLowerCase().split(BETWEEN);
    return words.filter((word) => ADDRESS.test(word));
  }
  if (Array.isArray(value))
    return value.slice(0, 100).flatMap((item) => (Array.isArray(item) ? [] : addressesIn(item)));
  if (typeof value !== 'object' || value === null) return [];
  const { email, address } = value as Record<string, unknown>;
  return [email, address].flatMap((text) => (typeof text === 'string' ? addressesIn(text) : []));
}

/** By label: true for writers from the mailbox's company. Empty if there is no such mailbox. */
export function ownersOfMailbox(
  namesOf: ReadonlyMap<string, readonly string[]>,
  writtenTo: WrittenTo,
): Map<string, boolean> {
  const homes = new Set(
    [...writtenTo.values()]
      .flatMap((addresses) => [...addresses])
      .filter(isShared)
      .map(domainOf),
  );
  const [home] = homes;
  if (homes.size !== 1 || home === undefined) return new Map();
  const known = new Map<string, boolean>();
  for (const [label, names] of namesOf) {
    const [own] = names.flatMap(addressesIn);
    if (own !== undefined) known.set(label, domainOf(own) === home);
  }
  return [...known.values()].includes(false) ? known : new Map(); // Colleagues among themselves.
}

function isShared(address: string): boolean {
  const words = (address.split('@')[0] ?? '').split(/[._+-]/);
  return words.some((word) => SHARED_WORDS.has(word));
}

const domainOf = (address: string) => address.split('@')[1] ?? '';
