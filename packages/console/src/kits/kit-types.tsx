import { useRead } from '../api/use-read.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

export function KitTypes({ kitVersionId }: { kitVersionId: string }) {
  const { data, error } = useRead((api) => api.kits.types(kitVersionId));
  if (error !== null) return <ErrorState error={error} />;
  if (data === undefined) return <Rows label="Loading types" />;
  return (
    <div className="p-4 sm:p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="text-sm text-soft">TypeScript types of a run’s output, to paste into the code that reads it.</p>
        <CopyButton text={data.typescript} />
      </div>
      <CodeBlock label="TypeScript types">{data.typescript}</CodeBlock>
    </div>
  );
}
