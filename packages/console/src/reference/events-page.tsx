import { FieldRow, SchemaMembers } from './fields.tsx';
import { Code, Prose } from './prose.tsx';
import { Section, useTitle } from './section.tsx';
import { useReference } from './use-reference.ts';

/** All events have the same headers and body. */
export function EventsPage() {
  const { types, headers, body, answer } = useReference().events;
  useTitle('Events that webhooks receive');
  return (
    <div className="max-w-3xl">
      <h1 className="text-2xl font-semibold">Events that webhooks receive</h1>
      <p className="mt-3 text-soft">Your endpoint gets each event as a POST with a signature.</p>
      <p className="mt-4 flex flex-wrap gap-1.5 text-sm">
        {types.map((type) => (
          <Code key={type}>{type}</Code>
        ))}
      </p>
      <Section title="Headers">
        <ul>
          {headers.map(({ name, schema, description }) => (
            <FieldRow
              key={name}
              anchor={`header.${name}`}
              name={name}
              schema={schema}
              isRequired={false}
              description={description}
            />
          ))}
        </ul>
      </Section>
      {body?.schema !== undefined && (
        <Section title="Body">
          <SchemaMembers anchor="body" schema={body.schema} />
        </Section>
      )}
      <Section title="Your answer">
        <Prose text={answer} className="py-3 text-sm text-soft" />
      </Section>
    </div>
  );
}
