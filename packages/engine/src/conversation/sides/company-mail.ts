/**
 * Who writes from a company's address and who from a private one, if a thread has both and only one company: then the company serves the
 * person. Threads between two companies are not evidence.
 */
const PRIVATE_DOMAINS = new Set(
  (
    'gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com outlook.com hotmail.com hotmail.co.uk live.com msn.com icloud.com me.com mac.com aol.com ' +
    'proton.me protonmail.com gmx.de gmx.net gmx.at web.de t-online.de freenet.de mail.com zoho.com fastmail.com hey.com qq.com 163.com ' +
    'orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it comcast.net verizon.net att.net btinternet.com sky.com bigpond.com ' +
    'yandex.ru mail.ru naver.com seznam.cz wp.pl onet.pl o2.pl'
  ).split(' '),
);

/** By label: true for the company's mailbox. Empty if the addresses are not evidence. */
export function companyMailboxes(namesOf: ReadonlyMap<string, readonly string[]>): Map<string, boolean> {
  const domains = new Map<string, string>();
  for (const [label, names] of namesOf) {
    const domain = names.flatMap((name) => /@([a-z0-9.-]{3,253})$/i.exec(name.trim())?.[1] ?? [])[0];
    if (domain !== undefined) domains.set(label, domain.toLowerCase());
  }
  const companies = new Set([...domains.values()].filter((domain) => !PRIVATE_DOMAINS.has(domain)));
  const hasPrivate = [...domains.values()].some((domain) => PRIVATE_DOMAINS.has(domain));
  if (companies.size !== 1 || !hasPrivate) return new Map();
  return new Map([...domains].map(([label, domain]) => [label, companies.has(domain)]));
}
