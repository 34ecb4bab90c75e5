import { useMemo } from 'react';
import type { KitFault } from '../api/describe-error.ts';
import { useDocumentSchema } from '../api/kits.ts';
import { type JsonSchema, linkSchema } from '../editor/json-schema.ts';
import { type LineFault, type ReadYaml, readYaml, toLineFaults } from '../editor/read-yaml.ts';
import { YamlEditor } from '../editor/yaml-editor.tsx';

export interface Draft {
  text: string;
  /** What the service said about the text when it was last saved. */
  refused: { text: string; faults: readonly KitFault[] } | undefined;
}

interface DraftEditorProps {
  draft: Draft;
  onChange(text: string): void;
}

export function useDraft(draft: Draft | undefined): (ReadYaml & { schema: JsonSchema | undefined }) | undefined {
  const written: JsonSchema | undefined = useDocumentSchema(draft !== undefined).data;
  const schema = useMemo(() => (written === undefined ? undefined : linkSchema(written)), [written]);
  return useMemo(() => {
    if (draft === undefined) return undefined;
    const read = readYaml(draft.text, schema);
    const told = draft.refused?.text === draft.text ? toLineFaults(draft.refused.faults, read.lineOf) : [];
    return { ...read, schema, faults: read.faults.length > 0 ? read.faults : told };
  }, [draft, schema]);
}

export function DraftEditor({ draft, onChange }: DraftEditorProps) {
  const read = useDraft(draft);
  const faults = read?.faults ?? [];
  return (
    <>
      <YamlEditor label="Kit as YAML" value={draft.text} onChange={onChange} schema={read?.schema} faults={faults} />
      <FaultList faults={faults} />
    </>
  );
}

function FaultList({ faults }: { faults: readonly LineFault[] }) {
  return (
    <div role="status" className="border-t border-line px-4 py-2.5 text-sm">
      {faults.length === 0 ? (
        <span className="text-ok">✓ No faults. Press Ctrl Space for suggestions.</span>
      ) : (
        <>
          <span className="font-medium text-bad">
            {faults.length} {faults.length === 1 ? 'fault' : 'faults'}
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
