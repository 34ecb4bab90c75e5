/** How people call the two who speak: the agent's label and the customer's. */
export interface LabelPair {
  agent: string;
  customer: string;
  /** Of the words; English if left out. */
  language?: string;
  /** Neither word tells whose side it is. */
  isName?: boolean;
}

const roles = (text: string, language?: string): LabelPair[] =>
  text.split('|').map((pair) => {
    const [agent = '', customer = ''] = pair.split('/');
    return { agent, customer, ...(language !== undefined && { language }) };
  });
const names = (text: string): LabelPair[] => roles(text).map((pair) => ({ ...pair, isName: true }));

export const LABEL_PAIRS: readonly LabelPair[] = [
  ...roles(
    'Agent/Customer|AGENT/CUSTOMER|agent/customer|Rep/Caller|Operator/Caller|Advisor/Client|Support/User|Assistant/User|Bot/Human|Agent 1/Customer 1|' +
      'agent_1/customer_1|Customer Service/Customer|Support Team/Customer|Sales Rep/Prospect|Dana (Agent)/Ann (Customer)|Agent (Dana)/Customer (Ann)|' +
      'Agent Dana/Customer Ann|Agent - Dana/Customer - Ann|Receptionist/Patient|Interviewer/Candidate',
  ),
  ...names(
    'Dana/Ann|Dana Miller/Ann Lee|DANA MILLER/ANN LEE|dana/ann|Dana M./Ann L.|Miller, Dana/Lee, Ann|Ms. Miller/Mr. O’Neil|Dr. Ines Brandt/Jo|dana.miller/ann_92|@dana/@ann|' +
      'María José/Søren Ågård|Dana [Northwind]/Ann Lee|Dana from Northwind/Ann|dana@northwind.example/ann@example.org|Speaker 1/Speaker 2|SPEAKER_00/SPEAKER_01|' +
      'Speaker A/Speaker B|Channel 0/Channel 1|A/B|+15550102233/+15550104455|D.M./A.L.|spk_0/spk_1|Person 1/Person 2|Me/Them|Host/Guest',
  ),
  ...roles('Berater/Kunde|Mitarbeiterin/Anruferin|Kundenberater/Kundin', 'de'),
  ...roles('Agente/Cliente|Asesor/Cliente', 'es'),
  ...roles('Conseiller/Client|Agent/Client', 'fr'),
  ...roles('Operatore/Cliente|Consulente/Cliente', 'it'),
  ...roles('Medewerker/Klant', 'nl'),
  ...roles('Atendente/Cliente', 'pt'),
  ...roles('客服/客户|オペレーター/お客様|Оператор/Клиент|상담원/고객'),
];
