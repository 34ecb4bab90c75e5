/** Typical phrases of agents and customers, as patterns over one lower-case turn. Their weights are in `speaker-weights.ts`. */
export interface SpeakerCue {
  name: string;
  pattern: RegExp;
}

export const SPEAKER_CUES: readonly SpeakerCue[] = [
  {
    name: 'offers_help',
    pattern:
      /\b(how|what) (can|may|could|might) (i|we) (help|do|assist|get)\b|\bhelp you (today|with|out)\b|\bassist you\b|what('s| is) going on today|what brings you/,
  },
  {
    name: 'thanks_for',
    pattern:
      /\bthank(s| you) (so much |very much )?for (calling|contacting|reaching|holding|waiting|your patience|getting|choosing|your call|bearing|joining|coming|your interest|taking|being)/,
  },
  {
    name: 'recorded',
    pattern:
      /\b(recorded|monitored|quality (and|purposes)|recorded line|call is being|you're through to|you are through to|this is .{1,40} (from|with|at|calling from) )/,
  },
  {
    name: 'asks_details',
    pattern:
      /\b(can|could|may) (i|you) (just |please |also )?(get|have|take|ask|confirm|verify|give me|tell me|spell|start)\b|date of birth|\bverify\b|\bconfirm (your|the|that)\b|for security|post ?code\b|zip code|last four|account number|order number|reference number/,
  },
  {
    name: 'asks_your',
    pattern:
      /\b(what('s| is| was)|and) (your|the best|the) (name|full|first|last|number|account|order|address|email|phone|date|reference|policy)|\byour (full |first |last )?name\b/,
  },
  {
    name: 'can_do',
    pattern:
      /\b(i|we) can (offer|send|book|see|do|get|put|schedule|arrange|help|certainly|definitely|absolutely|have|set|waive|refund|issue|process|give|transfer|take)\b/,
  },
  {
    name: 'will_do',
    pattern:
      /\b(i'll|i will|we'll|we will) (send|get|put|process|transfer|arrange|email|have|make|book|be (sending|transferring)|go ahead|call you|text|add|note|follow|make sure|pop|need)\b/,
  },
  {
    name: 'closing',
    pattern:
      /\banything else\b|\bhave a (great|good|nice|lovely|wonderful|blessed)\b|\bpleasure\b|\byou're (very |most |so )?welcome\b|\bno problem at all\b|\bmy pleasure\b/,
  },
  {
    name: 'apology',
    pattern:
      /\b(i|we) (do |sincerely |really )?apologi[sz]e\b|\bapologies\b|\bsorry (to hear|for the|about that|about the|for any|you)\b|\bi understand (how|that|your|why)\b|\bi (completely |totally |can )?(understand|appreciate) (that|your|how)\b/,
  },
  {
    name: 'looks_up',
    pattern:
      /\bi (can |do )?see (that|here|your|you|the|it)\b|\bon (my|our) (end|side|screen|system)\b|\bin (the|our|my) system\b|\bour (records|policy|system|team|records|terms|office|engineers?|technicians?)\b|\baccording to\b|\beligible\b|\bi've got you\b|\bit looks like\b/,
  },
  {
    name: 'your_thing',
    pattern:
      /\byour (account|order|card|bill|policy|appointment|booking|claim|payment|subscription|plan|reservation|application|address|email|phone|case|ticket|package|delivery|request|refund|balance|statement|team|company|business|current|budget|contract)\b/,
  },
  {
    name: 'steps',
    pattern:
      /\b(can|could|would) you (try|please|just|go|click|open|restart|turn|read|describe|walk)\b|\bgo ahead and\b|\bif you (could|can|go|click|look)\b|\bdo you (have|happen|know|want|need|see|mind|use|currently|still)\b|\bare you (able|looking|currently|still|happy|calling|the)\b|\bwould you (like|prefer|be|mind)\b|\bhave you (tried|ever|had|been|got|noticed|already)\b/,
  },
  {
    name: 'sir',
    pattern: /\b(sir|ma'am|madam|miss|mr|mrs|ms)\b/,
  },
  {
    name: 'calling_about',
    pattern:
      /\b(i'm|i am|i was|i'd been|just|we're) (calling|ringing|writing|phoning|contacting|emailing|trying|looking|having|wondering|hoping|after)\b|\bi (need|want|wanted|wanna|gotta|have) (to|a|an|my|help|some)\b|\b(i'd|i would) like (to|a|an|my|some)\b/,
  },
  {
    name: 'my_thing',
    pattern:
      /\bmy (account|order|card|bill|policy|appointment|booking|claim|payment|subscription|plan|reservation|husband|wife|son|daughter|mum|mom|dad|partner|kids|boss|phone|house|car|email|address|bank|name's|internet|package|flight|money|doctor|landlord|kitchen|boiler|laptop|computer|debit|credit|password|work)\b/,
  },
  {
    name: 'was_told',
    pattern:
      /\b(i was|i've been|they|he|she|someone|somebody|you guys|you people|your (guy|colleague|driver|website|app)) (told|said|charged|promised|keep|never|sent|didn't)\b|\byou (said|told|charged|promised|guys)\b/,
  },
  {
    name: 'complains',
    pattern:
      /\b(ridiculous|unacceptable|frustrat|annoyed|fed up|nobody|no one (has|is|ever)|still (haven't|not|waiting|hasn't|no)|waste of|not happy|disappointed|come on|seriously|this is the (second|third|fourth)|keeps? (saying|doing|going|telling))\b/,
  },
  {
    name: 'asks_you',
    pattern:
      /\bcan you (help|tell|check|send|explain|do|get|fix|change|look|make|find|just|see|give|cancel)\b|\bwhy (is|did|was|do|does|am|are|can't|have|would)\b|\bhow (much|long|do i|am i|come|soon)\b|\bdo you (guys|do|take|offer|sell|accept)\b|\bis (there|that|it) (any|a way|possible|going|okay|alright|included|free)\b|\bwhat (if|do i|should i|happens|about)\b|\bdo i (need|have|get)\b|\bcan i (still|just|please|change|pay|cancel|use|do|come|not)\b|\bwill (it|that|i|they)\b/,
  },
  {
    name: 'thanks',
    pattern:
      /\b(thanks|thank you|cheers|appreciate it|thank you so much)\b(?! (so much |very much )?for (calling|contacting|reaching|holding|waiting|your|getting|choosing|joining|coming))/,
  },
  {
    name: 'short_yes',
    pattern:
      /^(um |uh |er |oh )?(yes|yeah|yep|yup|no|nope|ok|okay|sure|right|correct|alright|fine|great|perfect|mm|hmm|hm|uh huh|mhm|that's (right|fine|it|great|correct))\b/,
  },
  {
    name: 'its_me',
    pattern:
      /\b(it's|this is|my name is|my name's|i'm) [a-z]+ [a-z]+( here)?[.,]? (i|and i|um i|calling)\b|\b(hi|hello|hey|morning|afternoon)( there)?,? (um |uh |so )?(i|my|we|is|can|do|could|yeah|yes|i'm)\b/,
  },
];

/** How often words are used: their share of all words, times ten and at most 2. */
export const WORD_SHARES: readonly SpeakerCue[] = [
  { name: 'you', pattern: /\byou\b/g },
  { name: 'your', pattern: /\byours?\b/g },
  { name: 'i', pattern: /\b(?:i|i'm|i've|me|i'd)\b/g },
  { name: 'my', pattern: /\b(?:my|mine)\b/g },
  { name: 'we', pattern: /\b(?:we|we're|we've|we'll|our|us)\b/g },
];
