/**
 * General terms and what falls under them, in everyday English: a question about "the mode of transport" is met by "do you
 * want to walk or take the bus". Asked of the general term only; a spoken general term says little about an instance.
 */
import { stemmer } from 'stemmer';

const KINDS = `
transport transportation: bus train tram metro subway taxi cab car drive driving walk walking bike bicycle cycling ride uber transit flight plane ferry foot
vehicle: car truck van pickup hatchback sedan suv motorcycle motorbike scooter lorry bus taxi bike coupe convertible
weather forecast: rain rainy sunny sun cloudy cloud clouds snow snowy wind windy storm stormy thunderstorm degrees temperature celsius fahrenheit fog humid hot cold warm showers overcast drizzle hail heat
beverage drink: tea coffee water juice wine beer soda cola milk lemonade cocktail
food meal dish cuisine: pizza pasta sushi burger salad chicken beef fish rice soup vegetarian vegan kosher halal gluten nut nuts italian chinese indian mexican thai japanese french greek korean dessert breakfast lunch dinner steak sandwich
dietary diet: vegetarian vegan kosher halal gluten nut nuts dairy lactose allergy allergic
pet animal: dog cat puppy kitten bird hamster rabbit parrot fish horse
people guests persons: adults adult children kids persons guest person
identity: birth pin passcode password ssn social security maiden passport
family relative relatives: wife husband son daughter kids children child mother mom mum father dad brother sister parents baby aunt uncle cousin grandmother grandfather gran grandma grandpa spouse nephew niece
device: phone iphone android laptop tablet ipad computer mac macbook pc smartphone desktop console router watch
appliance: fridge refrigerator washer dishwasher dryer oven stove toaster kettle blender microwave vacuum
payment: card visa mastercard paypal cash cheque check debit credit invoice transfer amex bitcoin
currency: dollar dollars euro euros pound pounds yen
symptom symptoms medical health illness: fever headache cough pain ache hurts hurt nausea dizzy sore vomiting rash cold flu tired swelling bleeding sick ill infection diarrhea migraine asthma allergy
medication medicine: pill pills tablet tablets antibiotic antibiotics aspirin ibuprofen painkiller insulin dose ointment syrup
clothing clothes garment: dress shirt coat jacket shoes boots trousers pants jeans skirt hat socks sweater jumper raincoat blouse gloves sneakers runners sandals
furniture: chair table desk sofa couch bed shelf wardrobe cabinet lamp mattress rug
color colour: red blue green black white yellow grey gray pink brown purple orange
accommodation lodging: hotel hostel apartment flat room house motel villa
day date: monday tuesday wednesday thursday friday saturday sunday tomorrow today january february march april june july august september october november december
month: january february march april june july august september october november december
time: am pm noon midnight morning afternoon evening oclock
season: spring summer autumn winter fall
country destination abroad: france spain italy germany japan china india canada mexico brazil england norway sweden australia portugal greece turkey egypt
city destination: london paris rome berlin madrid boston chicago miami oslo dublin sydney tokyo
sport: football soccer tennis basketball baseball golf hockey swimming running rugby cricket
music: jazz rock pop classical song album band concert playlist
emotion feeling: angry sad happy upset frustrated worried anxious afraid scared excited disappointed
profession occupation job: teacher nurse doctor engineer lawyer driver manager accountant chef waiter plumber electrician
degree education qualification: bachelor master phd diploma university college degree school
document identification id: passport licence license certificate visa permit
disaster damage: flood fire storm hail earthquake hurricane leak burst
crime: theft stolen robbery burglary fraud assault vandalism
problem issue: error broken fault failure crash bug outage defect leak
size dimension dimensions measurement: small medium large length width height tall wide long heavy weight kg cm inches
fee cost price: dollars euros pounds charge expensive cheap free
luggage: suitcase bag bags backpack trunk case carryon
greeting: hello hi welcome morning afternoon evening
`;

function readKinds(): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const line of KINDS.trim().split('\n')) {
    const [names = '', instances = ''] = line.split(': ');
    const stems = instances.split(' ').map((word) => stemmer(word));
    for (const name of names.split(' ').map((word) => stemmer(word))) {
      kinds.set(name, new Set([...(kinds.get(name) ?? []), ...stems]));
    }
  }
  return kinds;
}

const instancesOf = readKinds();

/** The stems of what falls under a general term, or nothing for a term that is not general. */
export function kindInstances(stem: string): ReadonlySet<string> | undefined {
  return instancesOf.get(stem);
}
