/** English function words and the fillers of speech: they carry grammar, not topic. */
const LIST = `
a an the this that these those some any each every either neither both all such same other another
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves one someone somebody anyone anybody everyone everybody something
anything everything nothing nobody none
am is are was were be been being do does did doing done have has had having will would shall should can could may might
must ought need get gets got getting gotten go goes going gone went let lets make makes made
and or but nor so yet if then else than because while as until although though since unless whether
of at by for with about against between into through during before after above below to from up down in out on off over
under again further once here there when where why how what which who whom whose
not no nor only own too very just also even still already ever never really quite rather much many more most few less
least well now okay ok alright yes yeah yep yup nope uh um uhm hmm mhm ah oh hi hello hey please thanks thank sure great
like want wants wanted would'd i'd know think say says said tell tells told ask asks asked see look looks looking
actually basically maybe perhaps kind sort lot bit thing things way
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.split(/\s+/).filter((word) => word !== ''));
