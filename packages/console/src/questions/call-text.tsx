/** A whole call, to be read beside a question about it. */
import { useRead } from '../api/use-read.ts';
import { ConversationPane } from '../runs/conversation-pane.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { ErrorState, Rows } from '../ui/states.tsx';

export function CallText({ runId }: { runId: string }) {
  const { data, error, refetch } = useRead((api) => api.runs.get(runId, { include: ['conversation'] }));
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (data === undefined) return <Rows label="Loading the call" />;
  if (data.conversation === undefined) return <p className="text-sm text-muted">The conversation was deleted.</p>;
  return (
    <ScrollArea label="The whole call" className="max-h-96 rounded-lg border border-line">
      <ConversationPane
        conversation={data.conversation}
        metadata={undefined}
        bricks={{}}
        nameOf={(key) => key}
        chosen={undefined}
        onChoose={() => {}}
      />
    </ScrollArea>
  );
}
