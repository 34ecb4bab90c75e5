import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import type { Answer, Operation, Parameter } from './document.ts';
import { FieldRow, SchemaMembers } from './fields.tsx';
import { NotFound } from './not-found.tsx';
import { Code, Inline, Method, Prose } from './prose.tsx';
import { RequestPanel } from './request-panel.tsx';
import { Section, useTitle } from './section.tsx';
import { useReference } from './use-reference.ts';

export function OperationPage({ id }: { id: string }) {
  const { operations } = useReference();
  const operation = operations.find((each) => each.id === id);
  useTitle(operation?.summary ?? 'Page not found');
  useAnchor();
  if (operation === undefined) return <NotFound />;
  return (
    <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
      <div className="min-w-0">
        <Heading operation={operation} />
        <Parameters operation={operation} />
        <Body operation={operation} />
        <Answers operation={operation} />
      </div>
      <RequestPanel operation={operation} />
      <Neighbours operation={operation} />
    </div>
  );
}

/** The browser looked for the field before the page was there. */
function useAnchor(): void {
  useEffect(() => {
    const anchor = decodeURIComponent(location.hash.slice(1));
    if (anchor !== '') document.getElementById(anchor)?.scrollIntoView();
  }, []);
}

function Heading({ operation }: { operation: Operation }) {
  const { method, path, summary, description, tag, isPublic, permission } = operation;
  return (
    <header>
      <p className="text-[13px] font-medium text-muted">{tag}</p>
      <h1 className="mt-1 text-2xl font-semibold">{summary}</h1>
      <div className="mt-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2">
        <Method method={method} className="text-[13px]!" />
        <code className="min-w-0 flex-1 font-mono text-[13px] [overflow-wrap:anywhere]">{path}</code>
        <CopyButton text={path} label="Copy path" />
      </div>
      <p className="mt-3 text-sm text-muted">
        {isPublic ? (
          'Needs no key.'
        ) : permission === undefined ? (
          'Any key may call it.'
        ) : (
          <>
            Needs a key with <Code>{permission}</Code>.
          </>
        )}
      </p>
      {description !== undefined && <Prose text={description} className="mt-3 text-soft" />}
    </header>
  );
}

const PLACES: readonly [Parameter['in'], string][] = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
];

function Parameters({ operation: { parameters } }: { operation: Operation }) {
  return PLACES.map(([place, title]) => {
    const all = parameters.filter(({ in: at }) => at === place);
    if (all.length === 0) return null;
    return (
      <Section key={place} title={title}>
        <ul>
          {all.map(({ name, schema, required, description }) => (
            <FieldRow
              key={name}
              anchor={`${place}.${name}`}
              name={name}
              schema={schema}
              isRequired={required === true}
              description={description}
            />
          ))}
        </ul>
      </Section>
    );
  });
}

function Body({ operation: { body, isBodyRequired } }: { operation: Operation }) {
  if (body?.schema === undefined) return null;
  return (
    <Section title={isBodyRequired ? 'Body' : 'Body, optional'}>
      <SchemaMembers anchor="body" schema={body.schema} />
    </Section>
  );
}

function Answers({ operation: { responses } }: { operation: Operation }) {
  const all = Object.entries(responses);
  const errors = all.filter(([status]) => Number(status) >= 400);
  return (
    <>
      {all
        .filter(([status]) => Number(status) < 400)
        .map(([status, answer]) => (
          <Success key={status} status={status} answer={answer} />
        ))}
      {errors.length > 0 && <Errors errors={errors} />}
    </>
  );
}

function Success({ status, answer }: { status: string; answer: Answer }) {
  const [type, content] = Object.entries(answer.content ?? {})[0] ?? [];
  return (
    <Section title={`Answer ${status}`}>
      <Prose text={answer.description} className="pt-2 text-sm text-soft" />
      <Headers answer={answer} />
      {type === 'application/json' && content?.schema !== undefined ? (
        <SchemaMembers anchor={status} schema={content.schema} />
      ) : (
        type !== undefined && <p className="pt-1 text-sm text-muted">{Object.keys(answer.content ?? {}).join(', ')}</p>
      )}
    </Section>
  );
}

function Headers({ answer: { headers = {} } }: { answer: Answer }) {
  return (
    <ul>
      {Object.entries(headers).map(([name, { description = '' }]) => (
        <li key={name} className="pt-1 text-sm text-soft">
          <Code>{name}</Code> <Inline text={description} />
        </li>
      ))}
    </ul>
  );
}

function Errors({ errors }: { errors: readonly [string, Answer][] }) {
  return (
    <Section title="Errors">
      <p className="pt-2 text-sm text-soft">
        All have the same shape: <Code>error</Code> is the code below, <Code>message</Code> says what to do, and{' '}
        <Code>detail</Code> what exactly was wrong.
      </p>
      {errors.map(([status, answer]) => (
        <div
          key={status}
          className="border-t border-line py-3 first-of-type:mt-3 sm:grid sm:grid-cols-[56px_minmax(0,1fr)]"
        >
          <p className="font-mono text-[13px] font-semibold text-bad">{status}</p>
          <div>
            <dl className="space-y-1.5">
              {Object.entries(Object.values(answer.content ?? {})[0]?.examples ?? {}).map(
                ([code, { value, summary }]) => (
                  <div key={code}>
                    <dt className="font-mono text-[13px] [overflow-wrap:anywhere]">{code}</dt>
                    <dd className="text-sm text-soft">
                      <Inline text={value.message ?? summary} />
                    </dd>
                  </div>
                ),
              )}
            </dl>
            <Headers answer={answer} />
          </div>
        </div>
      ))}
    </Section>
  );
}

/** The operation before and after, as the list has them. */
function Neighbours({ operation }: { operation: Operation }) {
  const { operations } = useReference();
  const at = operations.indexOf(operation);
  const link = (other: Operation | undefined, words: string) =>
    other !== undefined && (
      <Link to={`/docs/${other.id}` as string} className="rounded-lg border border-line px-4 py-2.5 hover:bg-sunken">
        <span className="block text-xs text-muted">{words}</span>
        <span className="text-sm font-medium">{other.summary}</span>
      </Link>
    );
  return (
    <nav aria-label="Neighbouring operations" className="mt-10 flex flex-wrap justify-between gap-3 xl:col-span-2">
      {link(operations[at - 1], 'Previous')}
      {link(operations[at + 1], 'Next')}
    </nav>
  );
}
