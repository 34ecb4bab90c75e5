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
return bring give
receipt invoice bill proof copy
guarantee warranty
luggage baggage bag suitcase carousel
flight fly plane airplane airline
trip travel journey vacation holiday
abroad overseas foreign international country roaming
internet wifi wi broadband connection router modem network online
signal coverage reception
outage down offline disconnected
insurance insure insured policy coverage cover
policy contract agreement
accident crash collision
vehicle car auto automobile
loan borrow mortgage lend credit finance
account profile
data information details
withdraw withdrawal cash
spend spending limit
limit maximum cap
deposit paid salary
card visa mastercard debit credit
balance remaining left
money cash funds amount dollars euros pounds
password passcode pin credentials
locked blocked barred disabled
block freeze suspend bar
unsubscribe newsletter advertising ads marketing promotional spam promotions advertisement
email mail inbox message
delete remove erase close deactivate
rude impolite unprofessional disrespectful unfriendly
employee staff colleague worker driver representative agent clerk lady guy
manager supervisor boss escalate
quote estimate price
technician engineer repairman installer plumber electrician
appointment visit slot
reject rejected decline declined refuse refused deny denied
restock stock available unavailable
loyalty rewards reward bonus points
gift present
product item article goods merchandise
features specifications specs dimensions material function
pick collect pickup collection
address street postcode zip location
new another
food meal eat dinner lunch breakfast dish menu
animal pet
medicine medication drug prescription pill tablet
doctor physician gp clinic
symptom pain ache
ticket seat
seat row aisle window sit
room suite
child kid son daughter baby
husband wife spouse partner
question ask inquiry enquiry query
hours open opening closing
form document paperwork papers
name surname
install installation setup
electricity power gas utility energy
meter reading
rent lease tenant landlord
noise noisy loud
clean cleaning
hire recruit
school course class lesson
parking park
queue wait waiting hold
quality standard
compensation compensate reimbursement
tracking track trace whereabouts where
dispatch dispatched shipped sent
old previous former
faster quicker quick fast speed express
bigger larger more higher extra additional
registered register enrol enroll signup
activate activation enable
feedback survey review rating
expire expired expiry expiration
renew renewal extend
demo trial
birth born birthday
restart reboot
call ring
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
