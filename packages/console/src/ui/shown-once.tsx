import { Button } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';

interface ShownOnceProps {
  title: string;
  secret: string;
  note: string;
  onClose(): void;
}

/** A secret that nobody can ask for again. */
export function ShownOnce({ title, secret, note, onClose }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} />
          <Button kind="primary" isSmall onClick={onClose}>
            I have kept it
          </Button>
        </>
      }
    >
      <p className="mb-3">{note}</p>
      <CodeBlock label={title}>{secret}</CodeBlock>
    </Dialog>
  );
}
