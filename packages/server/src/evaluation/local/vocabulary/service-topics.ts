/**
 * Words that speak of one matter where people ask for a service, without meaning the same: a "toothache" is a matter for the
 * "dentist", "bars" and "reception" are about the signal. One line per matter, many trades, everyday words only. Used where a
 * brick asks what a conversation is about, never for what exactly was said.
 */
import { stemmer } from 'stemmer';

const TOPICS = `
tooth teeth dentist dental toothache cavity filling crown gums braces orthodontist
hair haircut hairdresser barber salon stylist trim highlights
doctor physician clinic nurse gp specialist pediatrician dermatologist surgeon hospital medical patient checkup
eye eyes optician optometrist glasses lenses
prescription refill pharmacy pharmacist medication medicine pills dose
sick fever cough headache symptom symptoms pain nausea flu ill sore
vaccine vaccination shot jab immunization
vet veterinarian pet dog cat puppy kitten
car vehicle auto truck van suv jeep sedan automobile motorcycle motorbike
mechanic garage oil brakes engine tire tires tyre transmission inspection
tow towing towed breakdown stranded roadside stuck jump
accident crash collision bumper rear ended sideswiped hit wreck fender totaled dent
driver driving drive license licence teen named
taxi cab uber lyft ride rideshare pickup
train rail railway platform station metro subway tram
bus timetable route line stop
parking park lot permit
directions route navigate map way
flight fly flying plane airline airport boarding gate layover
luggage baggage bag bags suitcase carousel belt
seat seats row aisle window legroom exit
hotel room suite motel inn hostel resort stay cabin checkin nights
restaurant table dinner lunch brunch dine diner cafe cuisine
food meal takeaway takeout pizza burger sushi hungry menu
vegan vegetarian kosher halal gluten allergy allergic dietary
apartment flat house condo studio loft bedroom landlord tenant
movers moving relocate relocating relocation removal furniture
moving move moved address relocate relocating zip postcode street mailing
cleaner cleaning housekeeping maid carpet windows
plumber plumbing leak leaking pipe drain faucet tap toilet sink clogged
heating furnace boiler radiator thermostat hvac
electricity power energy meter gas utility
trash garbage waste bins recycling rubbish
bank branch atm teller
card debit credit visa mastercard
transfer wire send zelle venmo paypal remit
check cheque checkbook checks
loan mortgage borrow lending refinance
savings deposit interest investment
tax taxes irs
fraud scam unauthorized suspicious hacked stolen phishing unknown recognize recognise
stolen steal lost lose robbed missing theft
password passcode login credentials locked lockout signin log
code codes authenticator verification otp authentication factor
newsletter unsubscribe emails spam
notification notifications alert alerts notify notified push digest
bug error crash crashes glitch freeze exception screenshot
slow lag sluggish buffering timeout timeouts loading load speed speeds crawling fast faster mbps
outage down offline disconnected cut
internet wifi broadband router modem fiber ethernet online
signal reception coverage bars tower dropping drop network
data gigabyte gigabytes gb gig gigs megabytes usage
text texts sms
roaming abroad overseas international travelling traveling travel cruise europe country foreign
sim esim activate activation activated
voicemail mailbox messages greeting
port porting ported carrier provider switching
phone handset device smartphone iphone samsung galaxy cell mobile
tv television channel channels cable box dvr picture
technician engineer installer tech installation wiring
music song songs album playlist artist listen radio
movie film cinema theater theatre screening
concert show shows festival event events exhibition performance
ticket tickets admission
gym fitness workout yoga trainer pilates membership
library borrow librarian overdue
school course tuition enroll student teacher lesson
job application interview resume hiring vacancy career
alarm timer remind reminder wake snooze forget
weather forecast rain snow sunny temperature umbrella windy cloudy
translate translation translated language spanish french german italian japanese chinese portuguese arabic
calendar meeting invite
subscription subscribe tier plan package bundle tariff
upgrade higher bigger premium pro enterprise
downgrade lower smaller basic cheaper free
cancel terminate end quit leave stop close
renew renewal expire expires expired expiration automatic
refund reimburse reimbursement chargeback back
return exchange replacement swap
invoice receipt bill statement vat
billing bill billed charged charge overcharged statement
pay payment paying paid autopay due balance
extension installments installment later arrangement behind afford
price cost quote rate fee tariff pricing
increase increased raised higher up more doubled expensive
discount coupon promo voucher offer deal sale
delivery deliver delivered shipping shipped courier parcel package tracking track arrive arrived
warranty guarantee repair
size fit small large tight
stock restock inventory sold
gift voucher present
loyalty points rewards miles
complaint complain rude unprofessional unhappy manager supervisor disappointed unacceptable terrible horrible awful worst treated
colleague coworker teammate member employee staff user users seat seats
permission permissions role admin owner ownership restrict
export download backup csv excel spreadsheet pdf
import upload csv spreadsheet migrate
integration integrate connect connecting sync link plugin
api token endpoint webhook developer developers rest
delete erase erasure permanently gdpr gone
feature suggestion suggest idea wish
demo trial pricing sales evaluating interested
insurance insured insure policy coverage covered premium
deductible covered coverage include included comprehensive
claim adjuster settlement
denied rejected declined appeal reconsidered refused unfair disagree
beneficiary death died deceased
damage damaged fire flood flooded storm hail roof burst hurricane smashed ruined
proof certificate declarations card evidence
rental rent hire loaner
network doctor hospital nearby
passport visa immigration embassy
party birthday celebration venue guests wedding
`;

const LINES = TOPICS.trim().split('\n');

function readTopics(): Map<string, number[]> {
  const topics = new Map<string, number[]>();
  for (const [place, line] of LINES.entries()) {
    for (const stem of new Set(line.split(' ').map((word) => stemmer(word)))) {
      topics.set(stem, [...(topics.get(stem) ?? []), place]);
    }
  }
  return topics;
}

const topicsOf = readTopics();
const NONE: readonly number[] = [];

/** The matters that a stem speaks of. */
export function serviceTopics(stem: string): readonly number[] {
  return topicsOf.get(stem) ?? NONE;
}

/** The first word of its line: what learned models know a matter by, so a line keeps it when words are added. */
export function topicName(topic: number): string {
  return LINES[topic]?.split(' ')[0] ?? '';
}
