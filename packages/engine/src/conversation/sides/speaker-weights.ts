/** The weights of cues for a side, as printed by `node bench/sides/fit.ts`: a positive weight means the agent. Generated. */
export const CUE_WEIGHTS: Readonly<Record<string, number>> = {
  offers_help: 1.04,
  thanks_for: 0.46,
  recorded: 0.39,
  asks_details: 0.46,
  asks_your: 0.82,
  can_do: 1.02,
  will_do: 0.54,
  closing: 0.66,
  apology: 0.38,
  looks_up: 0.38,
  your_thing: 0.53,
  steps: 0.6,
  sir: 0.52,
  calling_about: -0.84,
  my_thing: -1.28,
  was_told: -0.22,
  complains: -0.61,
  asks_you: -1.06,
  thanks: -0.86,
  short_yes: -0.14,
  its_me: -0.4,
  you: 1.22,
  your: 0.65,
  i: -1.14,
  my: -1.18,
  we: -0.29,
  questions: -0.06,
  turn_length: 0.91,
};

/** Words and pairs of words with their weights in hundredths. */
export const WORD_WEIGHTS = `
a -25|a day 4|a good 8|a great 4|a half 6|a look 3|a lot -5|a month 5|a new 3|a note 4|a number -4|a year 8|able 3|able to 3|about 20|about a 4
about that 7|access -15|account 10|add 10|address 5|after 8|after that 7|again -20|against 3|ago -3|agreed -8|agreement 5|ah 3|all 8|all day 3
all in 4|already -6|alright -9|always -15|am -6|am sorry 6|an 19|an hour 4|and -14|and a 6|and eighty 4|and fifty 3|and forty -3|and goodbye 9
and he -5|and i -20|and i'd 3|and i'll 8|and i've -7|and it 8|and it's -4|and my -5|and nobody 3|and she -3|and the -22|and twelve -7|and we -3
and when 3|and who -3|another 3|answer -9|any 11|any of 3|anybody 5|anyone 5|anything 17|anything else 7|anyway -4|app 3|appreciate -10|are 7
are nine -4|are no 3|are the -4|are you 12|around 9|as 30|as a 4|ask 16|ask for 5|asked 7|asked for 4|asking 3|at 6|at a 8|at home -3|at least -5
at nine 3|at six -3|at the -10|at your 4|august -8|average 6|away 4|b -4|bad 5|bank 4|be 21|be at 6|be there 7|because -11|because i -4|because of -4
because the 4|been -9|been successfully 3|before 9|before i 6|before the 11|best 3|better -4|better than -3|big -4|blue -6|board -4|both 11|bought -3
box 3|bring 3|brother -4|brown -3|bus 4|but -10|but i -11|but it's 3|but the 7|buy -6|by 15|by the 8|bye -4|c -3|cable 14|call 3|called -10|calling 3
came -7|can 32|can do 10|can i 13|can see 5|can you -18|can't tell 4|cannot -4|cant 4|car -5|cause -4|certificate 3|change 4|changed 11|charge 8
check 20|checked 4|checking 8|christmas -4|claims 3|close 3|closed -4|colleague -3|come -3|coming -3|company -6|confirmed 3|control 15|correct 4
cost 5|costs 3|could 36|could do 16|could you 3|couldn't -7|cover 4|credits 4|customer 3|dad -4|data -12|date 10|daughter -3|day 7|days 19|days and 4
dear 5|december 3|degrees 6|desk 5|did 9|did you 11|didnt -5|difference 3|director 3|do a 4|do for 6|do i -5|do it 6|do that -5|do the -10|do you 7
does -13|does it -11|does the -4|doesn't 4|doing 3|don't -7|don't need -5|don't think 5|don't want -8|dont -5|down 10|driving 3|drop 3|each 7|eight 6
eight hundred -5|eighteen 5|eighty 7|eighty five 6|either 5|eleven -6|else 4|else that 3|end -4|ends -6|enjoy 3|even -4|ever -3|every -7|everybody -4
everyone 8|family -3|fee 9|fifth 4|fifty 7|figure 5|file 5|five 12|five and 3|fix 13|fixed 5|flat -5|for 15|for it -7|for me -10|for my -5|for that 6
for the 30|for three -3|for you 29|for your 3|form 10|forty 4|forty five 3|found 7|four thousand 5|fourteen -3|fourth 5|free 9|friday 7|from 11
from a -4|from the -7|from you 7|full 6|gave -3|get -10|get the -8|gets 5|give 22|give me 3|give you 17|go -8|go to 3|god -6|goes to -3|going -15
going to -17|gone 5|gonna -3|good -7|good morning 3|goodbye 18|got -3|got a -6|got it 11|got the 4|grand -3|great 6|great day 3|green -11|guy 5|ha 12
had -35|had a -13|had to -12|half 13|hang -6|happens -3|happy 3|happy to 4|has -14|has an 4|has to -3|have 22|have a -4|have an 3|have been 6
have it 8|have the -14|have to 3|have you 8|have your 5|haven't -3|having -3|he -24|he says -6|he was -3|he's -5|head -3|health -3|hear 12|heard -4
hello 7|hello how 10|hello i -4|hello this 3|help -7|help you 4|her -4|here 8|hes -3|hi i -5|him -5|his -19|hm -9|hold 12|holding -4|home -6|honest -3
honestly 5|hour 3|hours 14|how 11|how can 18|how long 4|how many -5|how much -5|i -20|i am -7|i appreciate -7|i ask 7|i book 3|i can 39|i can't 5
i cant 4|i could 18|i did -3|i do -10|i don't -10|i dont -11|i found 3|i get -9|i go -3|i got -5|i had -12|i have -11|i hear 7|i help 15|i know 15
i need -5|i only -4|i paid -3|i pay -5|i rang -6|i said -6|i send 4|i sent -4|i take 3|i think -11|i thought -7|i told -3|i understand 8|i want -13
i was -18|i would -8|i wouldn't 3|i'd 23|i'd have 4|i'd like -6|i'll 42|i'll ask 6|i'll be 5|i'll have -5|i'll put 4|i'll ring 3|i'll send 9|i'm -10
i'm not -18|i'm on -5|i'm sorry 15|i've -9|i've a -3|i've been -7|i've got -8|i've put 3|idea 3|if it 5|if it's -4|if the -4|if we -4|if you 18|ill 10
im -15|in -11|in a -7|in and 6|in april -7|in for -3|in january -3|in march -4|in your 8|inn -3|inside 6|instead 7|instead of 3|instructions 3
invoice -5|is 5|is fine 3|is he 5|is in 7|is it 13|is now 4|is on 4|is one 4|is that -3|is the 3|is there 3|is this 4|is what -3|isn't -9|it 6|it a -3
it all 3|it as 10|it does 3|it down 7|it for 5|it from 6|it has -4|it if 5|it in 3|it isn't -11|it it's -3|it now 8|it says -17|it so 5|it up 7
it was -8|it will 6|it with 3|it'd 6|it'd be 3|it'll 8|it's -20|it's a 6|it's about 3|it's been -3|it's in 5|it's just -10|it's not -7|it's on 4
it's the -10|its -6|itself 5|ive -6|january -3|john -3|july 4|june -8|just -7|k -3|keep 4|know -3|know how -3|know i -4|know the -5|know what -9
last -5|last time -5|laughs 4|law -4|least -5|leave it -8|left 7|less 5|let 23|let me 18|let's 5|letter 3|life support 3|like -16|like a -4
like that -3|like the -3|like to -4|link 9|list 6|live -12|lock 3|lol -5|long 4|look at 3|looked -4|looked at -3|looking for -4|looks 3|lose 3|lost -3
lot -6|lunch -5|machine 3|made -5|man -10|many -6|march -6|mark 5|match 4|matter 3|may 11|may i 6|maybe -3|me -29|me a -6|me and -9|me i 4|me to 3
mean 3|meant -5|meant to -4|meantime 3|mine -4|minutes -6|missing -4|mistake 3|mobile 4|moment 11|monday -4|money -8|months -6|more than -7|morning -5
most 6|move 6|moving -3|ms 7|much -7|must -5|my -96|my brother -3|my daughter -3|my name -4|my own -3|my sister -4|my wife -6|n -7|name 22|name of 8
name please 4|national 3|near -4|nearly -3|need the 10|need to -3|needed 6|needs 3|neighbour -3|never -10|new 6|new one 6|next -9|nice -3|nights -5
nine -11|ninety 3|ninth -3|no -19|no charge 4|no i -5|no no -5|no problem 7|no that's -4|nobody -8|noon 6|normal 3|normally 4|north 3|not -28|not a -5
not going -5|not on 3|not the -4|note 4|noted 4|notes 3|nothing to 4|now 11|now and -5|now i -3|o'clock 8|october -5|of 12|of course 6|of my -3
of the 20|of them -9|of those -5|of you -4|of your 5|off 7|off the 5|offer 7|office -3|oh -20|ok i 14|okay 28|okay so 3|okay thank 4|okay what 5
on my -12|on that 9|on the 10|on top 4|on your 7|once -3|one i 3|one in -5|one moment 4|one of -9|one thing 4|one's -3|online 3|only 5|open 6|or 26
order 16|our -7|over -6|over the -4|own -5|page 6|paid -7|paid for -4|paper -7|party -4|pay -10|people -6|per 4|place -6|plan 4|play -3|please 5
please do 3|please don't 4|plus 14|pm 3|policy -9|possible 4|press 3|problem 5|promise 6|provide 26|put 5|put a 11|put it -6|put you 5|quarter -7
questions -13|quick 4|quid -5|quite 4|quote 5|r -4|rang -7|rather 7|rather than 4|rating 4|reach 15|read -9|read the -6|ready -3|really 5|reason 3
rent -3|report 3|reported 4|rest -4|restaurant -5|right 32|right now 4|right so 8|ring 10|ring you 12|ringing -5|round 5|running 5|said -18|same 9
saturday -3|say 9|says -32|scheduled 3|scheduled for 3|school -3|seats 3|second 15|security 8|see 11|see a 6|see it -6|see that 3|seen -8|send 15
send it 3|send you 3|sent -14|september -4|service 9|set 9|seven 5|shall 13|shall i 8|she -14|she says -3|she'd 3|she's -9|shop -4|should be 3
should have 5|shouldn't 3|showing 3|shows -6|side 10|sign -3|signed -7|since -7|site 5|six 20|six hundred 6|sixty 7|so 35|so i -8|so if 4|so it 3
so it's 9|so much -4|so that 3|so that's 5|so the 11|so there's 5|so what 5|so you 3|some 5|somebody -14|someone -5|something 8|soon 3|sorry 44
sorry about 5|sorry i 4|sorry to 4|speaking 15|spring 3|start 6|stay -4|stays 3|still 10|stop -8|stopped -3|street -3|successfully 4|such 7|sunday -3
sure -3|sure i -6|switch 5|system 9|take 18|take it 7|take the 4|taken 6|talk 3|team 9|tell -9|tell me -6|telling -5|ten 3|ten minutes 3|th 7|than -3
thank -9|thank you -3|thanks -8|thanks for 4|that 6|that and 6|that for 3|that is -3|that it 4|that on -4|that one 3|that to 4|that was 8|that we -3
that you -3|that's 5|that's a 6|that's it -4|that's not 4|that's the -9|thats -4|the 6|the address 4|the box 3|the car -3|the code 3|the company -8
the contract -4|the day 4|the first 6|the fourth 3|the last -13|the list 10|the meantime 3|the moment 7|the money -3|the morning -3|the name 9
the next 4|the ninth -4|the number 4|the one -4|the other -3|the rest -3|the same 3|the second 9|the system 5|the th 8|the thing -4|the thirtieth 4
the three 4|the top 3|the twentieth -3|the twenty 5|the two 4|the website -7|the week -3|their 10|them -15|then 15|then i 3|then i'd 4|then it 4
there 16|there a -3|there anything 7|there are -4|there is 8|there was -5|there's 16|there's a 17|these -3|they -20|they do 4|they said -3|they'll -3
they've -3|thing -3|think -14|thirtieth 4|thirty days 3|thirty one -4|this -18|this is 3|this one 4|this week 5|those -8|though -9|thought -7
thousand 13|three -6|three weeks -3|through 7|thursday 5|ticket 6|tickets 11|time -4|times -5|to -6|to a -5|to ask 7|to be -9|to come -4|to get -5
to give 6|to have -6|to hear 6|to know -4|to look -8|to me -3|to see 6|to the 6|to you 6|to your 4|today 23|today and 5|together 3|told -23|told me -7
tomorrow 11|tonight 3|too -7|took -6|top 6|transfer -3|transferred -3|try 7|turn -4|twelve -11|twenty five -5|twice -7|two 24|two and 4|two of -3
two years 5|type 8|under 6|understand 9|understood 19|unfortunately 3|unless 6|until 4|up 18|up to 11|us 4|used to -5|usually 5|very -8|wait for 3
waiting -3|want -32|want it -4|want to -10|wanted 6|wanted to 3|wants -11|was -26|was a -7|was in -4|was the -7|water 4|way 11|we -10|we are -8
we can 5|we did -3|we do 5|we had -10|we need -5|we'll -6|we're -8|we've -10|we've got -4|weather -5|website -10|week -5|weeks 3|welcome 3|well -15
went 5|what 4|what about 3|what i 7|what it -6|what would 8|what you 8|what's 11|whats 3|when -7|when did 4|when the -3|when you 5|where 14|whether -5
which is -4|while 6|who -21|who's -5|why -8|wife -9|will -11|will be 5|with 23|with a 5|with me -3|with us 7|within 5|without 6|worth 3|would 21
would be 10|would like -7|would you 19|wouldn't 10|writing -3|written -3|yeah 3|year 8|years -3|yes 5|yes please -3|yesterday -4|yet -4|you 33
you a -4|you and 16|you are 5|you ask -3|you at 4|you can 9|you can't -3|you did 3|you for 12|you get 4|you got 7|you had 7|you have -11|you in 6
you know -3|you like 10|you may -3|you need 4|you pay 3|you said 6|you say -3|you send 4|you take 5|you tell -6|you that 3|you the 14|you to 3
you today 3|you want 7|you what 5|you with 4|you you -4|you'd 23|you'll 14|you'll have 13|you're 12|you're on 4|you're right 7|you've got 4|young -5
your 42|your account 3|your help -7|your name 9|your phone -3|youre 6|yourself 3
`;
