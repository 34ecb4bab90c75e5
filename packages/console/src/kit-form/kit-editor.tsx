/** A draft of a kit as a form and as YAML, side by side where there is room. The text is the draft; the form reads and changes it. */
import { useMemo } from 'react';
import type { KitFault } from '../api/describe-error.ts';
import { useRead } from '../api/use-read.ts';
import { type JsonSchema, linkSchema } from '../editor/json-schema.ts';
import { type LineFault, type ReadYaml, readYaml, toLineFaults } from '../editor/read-yaml.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';
import { KitForm } from './kit-form.tsx';

export interface Draft {
  text: string;
  /** The service's errors about the last saved text. */
  refused: { text: string; faults: readonly KitFault[] } | undefined;
}

export function useDraft(draft: Draft | undefined): (ReadYaml & { schema: JsonSchema | undefined }) | undefined {
  const written: JsonSchema | undefined = useRead((api) => api.kits.documentSchema(), {
    enabled: draft !== undefined,
  }).data;
  const schema = useMemo(() => (written === undefined ? undefined : linkSchema(written)), [written]);
  return useMemo(() => {
    if (draft === undefined) return undefined;
    const read = readYaml(draft.text, schema);
    const told = draft.refused?.text === draft.text ? toLineFaults(draft.refused.faults, read.lineOf) : [];
    return { ...read, schema, faults: read.faults.length > 0 ? read.faults : told };
  }, [draft, schema]);
}

type ReadDraft = NonNullable<ReturnType<typeof useDraft>>;

interface KitEditorProps {
  text: string;
  read: ReadDraft | undefined;
  onChange(text: string): void;
  /** Faults that neither the schema nor the service knows. */
  more?: readonly LineFault[];
  hasFocus?: boolean;
}

export function KitEditor({ text, read, onChange, more = [], hasFocus = false }: KitEditorProps) {
  const faults = [...(read?.faults ?? []), ...more];
  return (
    <div className="grid items-start xl:grid-cols-2">
      <div className="min-w-0 xl:border-r xl:border-line">
        <KitForm text={text} value={read?.value} faults={faults} onChange={onChange} hasFocus={hasFocus} />
      </div>
      <div className="min-w-0 max-xl:border-t max-xl:border-line xl:sticky xl:top-0">
        <YamlEditor label="Kit as YAML" value={text} onChange={onChange} schema={read?.schema} faults={faults} />
        <FaultList faults={faults} />
      </div>
    </div>
  );
}

function FaultList({ faults }: { faults: readonly LineFault[] }) {
  return (
    <div role="status" className="border-t border-line px-4 py-2.5 text-sm">
      {faults.length === 0 ? (
        <span className="text-ok">✓ No errors. Press Ctrl Space for suggestions.</span>
      ) : (
        <>
          <span className="font-medium text-bad">
            {faults.length} {faults.length === 1 ? 'error' : 'errors'}
          </span>
          <ul className="mt-1 max-h-32 space-y-0.5 overflow-y-auto text-soft">
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                Line {line}: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
