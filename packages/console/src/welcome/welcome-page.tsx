import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { parse } from 'yaml';
import { conversationFieldOf, type KitSchema, type PushedKit, useKits } from '../api/kits.ts';
import { readInput } from '../playground/read-input.ts';
import { useApi, useMay } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Field, INPUT } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Panel } from '../ui/panel.tsx';
import { EXAMPLE_CONVERSATIONS, EXAMPLE_KITS, fetchExample, slugOf } from './examples.ts';

/** From nothing to a first evaluated conversation: two choices, one button. */
export function WelcomePage() {
  const [kit, setKit] = useState('support-qa');
  const conversations = EXAMPLE_CONVERSATIONS.filter((example) => example.kit === kit);
  const [conversation, setConversation] = useState<string>();
  const chosen = conversations.find(({ url }) => url === conversation) ?? conversations[0];
  const mayPush = useMay('kits:write');
  const kits = useKits().data?.data;
  const first = useFirstRun();
  const isThere = (name: string) => kits?.some((each) => each.kit === slugOf(name) && each.kit_version_id) === true;
  const usable = EXAMPLE_KITS.filter((example) => mayPush || isThere(example.kit));
  const code = kits?.find((each) => each.kit === slugOf(kit))?.kit_code ?? 'YOUR_KIT';

  return (
    <>
      <PageHeader title="Get started">
        A first evaluated conversation in under a minute, with what is bundled.
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Panel title="1 · See it work">
          <div className="space-y-4 p-4 sm:p-5">
            <p className="text-soft">
              A <strong className="font-semibold text-ink">kit</strong> is a set of questions, its{' '}
              <strong className="font-semibold text-ink">bricks</strong>. A run reads one conversation and answers each,
              with a confidence, a reason and the very words it rests on.
            </p>
            <Field label="Kit">
              {(id) => (
                <select
                  id={id}
                  value={kit}
                  onChange={(event) => {
                    setKit(event.target.value);
                    setConversation(undefined);
                  }}
                  className={`${INPUT} w-full`}
                >
                  {usable.map((example) => (
                    <option key={example.kit} value={example.kit}>
                      {example.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <Field label="Conversation">
              {(id) => (
                <select
                  id={id}
                  value={chosen?.url ?? ''}
                  onChange={(event) => setConversation(event.target.value)}
                  className={`${INPUT} w-full`}
                >
                  {conversations.map((example) => (
                    <option key={example.url} value={example.url}>
                      {example.name.split(': ').at(-1)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {first.error !== null && <Notice tone="bad">{first.error.message}</Notice>}
            <Button
              kind="primary"
              className="w-full"
              isBusy={first.isPending}
              disabled={chosen === undefined || kits === undefined}
              onClick={() => chosen && first.mutate({ kit, isThere: isThere(kit), conversationUrl: chosen.url })}
            >
              {first.isPending ? 'Evaluating…' : 'Evaluate this conversation'}
            </Button>
          </div>
        </Panel>
        <Panel title="2 · From your own code">
          <div className="space-y-3 p-4 sm:p-5">
            <p className="text-soft">Put your key into the variable, your conversation into the transcript:</p>
            <CodeBlock label="A run by curl">{curlFor(code)}</CodeBlock>
            <CopyButton text={curlFor(code)} label="Copy as curl" />
            <p className="text-sm text-muted">
              The reference of every endpoint is at{' '}
              <a href="/docs" className="text-accent underline underline-offset-2">
                /docs
              </a>
              .
            </p>
          </div>
        </Panel>
      </div>
    </>
  );
}

function curlFor(code: string): string {
  return `curl -s '${location.origin}/v1/runs' \\
  -H "Authorization: Bearer $BRICKWORK_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"kit_code":"${code}","mode":"sync","input":{"transcript":"Agent: Hello.\\nCustomer: I lost my card."}}'`;
}

interface FirstRun {
  kit: string;
  isThere: boolean;
  conversationUrl: string;
}

function useFirstRun() {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const kits = useKits().data?.data;
  return useMutation({
    mutationFn: async ({ kit, isThere, conversationUrl }: FirstRun) => {
      const example = EXAMPLE_CONVERSATIONS.find(({ url }) => url === conversationUrl);
      const file = EXAMPLE_KITS.find((each) => each.kit === kit);
      if (example === undefined || file === undefined) throw new Error('The example is not there.');
      const text = await fetchExample(example);
      const published = isThere
        ? kits?.find((each) => each.kit === slugOf(kit))
        : await api.post<PushedKit>('/v1/kits?publish=true', parse(await fetchExample(file)));
      const schema = await api.get<KitSchema>(`/v1/kits/${published?.kit_version_id}/schema`);
      return api.post<{ run_id: string }>('/v1/runs', {
        kit_version_id: published?.kit_version_id,
        type: 'sandbox',
        mode: 'sync',
        external_id: `example-${example.name.split(': ').at(-1)?.replace(/ \(.*/, '').replaceAll(' ', '-')}`,
        input: readInput(text, conversationFieldOf(schema)),
      });
    },
    onSuccess: ({ run_id }) => {
      queries.invalidateQueries({ queryKey: ['kits'] });
      navigate({ to: '/runs/$runId', params: { runId: run_id } });
    },
  });
}
