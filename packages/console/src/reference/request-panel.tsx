/** One request beside its description: in three languages, as it is answered, and to be sent from here. */
import { useState } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { Operation } from './document.ts';
import { exampleRequest, type Filled, firstExample } from './filled-request.ts';
import { Panel, Sample } from './panel.tsx';
import { LANGUAGES, type Language, sampleOf } from './samples.ts';
import { TryIt } from './try-it.tsx';
import { useReference } from './use-reference.ts';

const STORED_LANGUAGE = 'brickwork.reference.language';

/** The language is kept: whoever writes Python does so on every page. */
function useLanguage(): [Language, (language: string) => void] {
  const [language, setLanguage] = useState<Language>(
    () => LANGUAGES.find((each) => each === localStorage.getItem(STORED_LANGUAGE)) ?? 'curl',
  );
  const choose = (chosen: string) => {
    const known = LANGUAGES.find((each) => each === chosen) ?? 'curl';
    localStorage.setItem(STORED_LANGUAGE, known);
    setLanguage(known);
  };
  return [language, choose];
}

export function RequestPanel({ operation }: { operation: Operation }) {
  const reference = useReference();
  const [filled, setFilled] = useState<Filled>(() => exampleRequest(operation, reference));
  const [language, setLanguage] = useLanguage();
  const answered = Object.entries(operation.responses).find(([, answer]) => firstExample(answer) !== undefined);
  return (
    <aside aria-label="Request and answer" className="min-w-0 max-xl:mt-8">
      <div className="space-y-5 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:overflow-y-auto xl:pb-2">
        <Panel
          title="Request"
          action={<CopyButton text={() => sampleOf(language, operation, filled, location.origin)} />}
        >
          <Tabs
            label="Language"
            value={language}
            onChange={setLanguage}
            tabs={LANGUAGES.map((each) => ({
              value: each,
              label: each,
              content: (
                <Sample text={sampleOf(each, operation, filled, location.origin)} label={`Request in ${each}`} />
              ),
            }))}
          />
        </Panel>
        <TryIt operation={operation} filled={filled} onChange={setFilled} />
        {answered !== undefined && (
          <Panel title={`Answer ${answered[0]}`} action={<CopyButton text={textOf(firstExample(answered[1]))} />}>
            <Sample text={textOf(firstExample(answered[1]))} label="Example response" />
          </Panel>
        )}
      </div>
    </aside>
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
