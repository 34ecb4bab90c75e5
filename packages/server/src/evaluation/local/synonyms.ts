/**
 * Everyday words that mean the same in requests and complaints. The word table comes from newspapers, where "book" is a
 * novel and "order" a command; these groups hold the service sense. General English only: no trade's own vocabulary.
 */
import { stemmer } from 'stemmer';

const GROUPS = `
book reserve reservation booking schedule appointment arrange
buy purchase order get acquire obtain
cancel terminate discontinue stop end
change modify update switch edit alter adjust amend reschedule correct different instead
lose lost missing misplace misplaced vanish disappear
steal stole stolen theft thief rob robbed fraud fraudulent unauthorized suspicious scam hacked
pay payment paid
refund reimburse reimbursement
ship shipping shipment deliver delivery deliveries mail courier dispatch package parcel
send sent mail mailed
break broke broken defective damage damaged faulty malfunction crack cracked
repair fix fixed restore resolve
fail failed failure malfunction outage
help assist assistance support
find search locate look seek
check verify confirm inspect review
verify authenticate validate identify identity
status progress update eta
cost price pricing fee charge charged rate expensive cheap
charge charged bill billed overcharge overcharged
twice double duplicate
small tight big large size fit
stain stained dirty spot
receive received arrive arrived get got
membership subscription plan
slow sluggish
crash error freeze glitch
bill invoice statement
wrong incorrect mistake mistaken error erroneous
problem issue trouble difficulty
begin start open initiate
close shut
replace replacement exchange swap substitute
upgrade extend increase raise
downgrade reduce lower decrease
discount coupon promo promotion promotional voucher
login access signin
phone telephone mobile cell
job employment position
house home
attend come join participate
visit view viewing tour see
illness sick ill unwell disease
transfer move
forget forgot forgotten remember
complain complaint complaining unhappy dissatisfied upset
describe explain
quantity amount number
late delay delayed overdue
arrive arrival arriving
depart departure leave leaving
goodbye bye
available availability vacant free
`;

function readGroups(): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [place, line] of GROUPS.trim().split('\n').entries()) {
    for (const stem of new Set(line.split(' ').map((word) => stemmer(word)))) {
      groups.set(stem, [...(groups.get(stem) ?? []), place]);
    }
  }
  return groups;
}

const groupsOf = readGroups();
const NONE: readonly number[] = [];

/** The groups that a stem belongs to. */
export function synonymGroups(stem: string): readonly number[] {
  return groupsOf.get(stem) ?? NONE;
}
