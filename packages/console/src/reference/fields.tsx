/** Parameters and members of a schema, one below the other. What is nested opens on demand, so that a page stays small and cycles end. */
import { useState } from 'react';
import { alternativesOf, limitWords, resolve, type Schema, typeWords } from './document.ts';
import { Code, Prose } from './prose.tsx';
import { useReference } from './use-reference.ts';

interface FieldProps {
  /** In the address, behind the `#`. */
  anchor: string;
  name: string;
  schema: Schema;
  isRequired: boolean;
  description?: string | undefined;
}

export function FieldRow({ anchor, name, schema, isRequired, description }: FieldProps) {
  const { schemas } = useReference();
  const resolved = resolve(schema, schemas);
  const said = description ?? resolved.description;
  return (
    <li id={anchor} className="scroll-mt-20 border-t border-line py-3 first:border-t-0 target:bg-accent-soft">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
        <a href={`#${anchor}`} className="rounded font-mono text-[13px] font-semibold text-ink hover:underline">
          {name}
        </a>
        <span className="text-[13px] text-muted">{typeWords(schema, schemas)}</span>
        {isRequired && <span className="text-[13px] font-medium text-warn">required</span>}
        {limitWords(resolved).map((words) => (
          <span key={words} className="text-[13px] text-muted">
            · {words}
          </span>
        ))}
      </div>
      {said !== undefined && <Prose text={said} className="mt-1 text-sm text-soft" />}
      <Values schema={resolved} />
      <Nested anchor={anchor} schema={schema} />
    </li>
  );
}

const MOST_VALUES = 24;

function Values({ schema }: { schema: Schema }) {
  const values = schema.enum ?? (schema.items?.enum as unknown[] | undefined) ?? [];
  if (values.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-1 text-[13px]">
      <span className="sr-only">One of</span>
      {values.slice(0, MOST_VALUES).map((value) => (
        <Code key={String(value)}>{String(value)}</Code>
      ))}
      {values.length > MOST_VALUES && <span className="text-muted">and {values.length - MOST_VALUES} more</span>}
    </p>
  );
}

/** What has members of its own, however deep: an object, the items of a list, the alternatives of a choice. */
function innerOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly (Schema & { title?: string })[] {
  const resolved = resolve(schema, schemas);
  if (resolved.properties !== undefined) return [resolved];
  if (resolved.items !== undefined) return innerOf(resolved.items, schemas);
  if (typeof resolved.additionalProperties === 'object') return innerOf(resolved.additionalProperties, schemas);
  return alternativesOf(resolved).alternatives.flatMap((each) => innerOf(each, schemas));
}

function Nested({ anchor, schema }: { anchor: string; schema: Schema }) {
  const { schemas } = useReference();
  const [isOpen, setIsOpen] = useState(false);
  const inner = innerOf(schema, schemas);
  if (inner.length === 0) return null;
  const count = inner.length === 1 ? Object.keys(inner[0]?.properties ?? {}).length : inner.length;
  const what = inner.length === 1 ? (count === 1 ? 'field' : 'fields') : 'alternatives';
  return (
    <details className="mt-2" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-md border border-line px-2 py-1 text-[13px] text-soft hover:bg-sunken">
        {isOpen ? 'Hide' : 'Show'} {count} {what}
      </summary>
      {isOpen && (
        <div className="mt-2 space-y-3">
          {inner.map((each, index) => (
            <div key={each.title ?? headingOf(each, index)} className="rounded-lg border border-line px-3">
              {inner.length > 1 && (
                <p className="border-b border-line py-2 text-[13px] font-medium">{headingOf(each, index)}</p>
              )}
              <Members anchor={inner.length > 1 ? `${anchor}.${index + 1}` : anchor} schema={each} />
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

/** An alternative is known by what it alone says: `type "boolean"`. */
function headingOf(schema: Schema & { title?: string }, index: number): string {
  const told = Object.entries(schema.properties ?? {}).find(([, { const: value }]) => value !== undefined);
  if (told !== undefined) return `${told[0]} ${JSON.stringify(told[1].const)}`;
  return schema.title ?? `Alternative ${index + 1}`;
}

/** Of an answer, what is always there is not worth a word. */
const isSent = (anchor: string) => anchor.startsWith('body');

function Members({ anchor, schema }: { anchor: string; schema: Schema }) {
  const required = new Set(schema.required ?? []);
  return (
    <ul>
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <FieldRow
          key={name}
          anchor={`${anchor}.${name}`}
          name={name}
          schema={member}
          isRequired={required.has(name) && isSent(anchor)}
        />
      ))}
    </ul>
  );
}

/** The members of a body or an answer, or what it is where it has none. */
export function SchemaMembers({ anchor, schema }: { anchor: string; schema: Schema }) {
  const { schemas } = useReference();
  const resolved = resolve(schema, schemas);
  if (resolved.properties !== undefined) return <Members anchor={anchor} schema={resolved} />;
  return (
    <div className="border-t border-line py-3 text-sm text-soft">
      {typeWords(schema, schemas)}
      {resolved.description !== undefined && <Prose text={resolved.description} className="mt-1" />}
      <Nested anchor={anchor} schema={schema} />
    </div>
  );
}
