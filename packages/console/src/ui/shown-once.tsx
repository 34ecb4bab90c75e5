import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface ShownOnceProps {
  title: string;
  secret: string;
  note: string;
  onClose(): void;
}

/** A secret that nobody can ask for again: only the button closes it; Escape, Back and closing the tab are answered with a question. */
export function ShownOnce({ title, secret, note, onClose }: ShownOnceProps) {
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({
    shouldBlockFn: () => {
      setIsAsking(true);
      return true;
    },
    enableBeforeUnload: true,
  });
  return (
    <Dialog
      title={title}
      onClose={() => setIsAsking(true)}
      actions={
        isAsking ? (
          <>
            <Button isSmall onClick={() => setIsAsking(false)}>
              Show it again
            </Button>
            <Button kind="danger" isSmall onClick={onClose}>
              Close it
            </Button>
          </>
        ) : (
          <>
            <CopyButton text={secret} />
            <Button kind="primary" isSmall onClick={onClose}>
              I have saved it
            </Button>
          </>
        )
      }
    >
      {isAsking ? (
        <Notice tone="warn">Have you saved it? It cannot be shown again after you close this.</Notice>
      ) : (
        <>
          <p className="mb-3">{note}</p>
          <CodeBlock label={title}>{secret}</CodeBlock>
        </>
      )}
    </Dialog>
  );
}
