import type { SourceFile } from '@brickwork/client';
import { type DragEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { chosenFiles, droppedFiles } from './dropped-files.ts';
import { formatBytes, formatNumber } from './format.ts';
import { Panel } from './panel.tsx';

interface FileDropProps {
  files: readonly SourceFile[];
  /** What may be dropped. */
  hint: string;
  /** What the browser offers to choose; anything by default. */
  accept?: string;
  onFiles(files: readonly SourceFile[]): void;
}

export function FileDrop({ files, hint, accept, onFiles }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const some = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = (taken: readonly SourceFile[]) => {
    setFault(taken.length === 0 ? 'There are no files in that folder.' : undefined);
    if (taken.length > 0) onFiles(taken);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    droppedFiles(event.dataTransfer).then(take, () => setFault('This cannot be read. Drop files or folders.'));
  };
  const bytes = files.reduce((sum, { blob }) => sum + blob.size, 0);
  return (
    <Panel title="Files" className="mb-5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the buttons do the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid place-items-center gap-3 px-6 py-8 text-center ${isOver ? 'bg-accent-soft' : ''}`}
      >
        <p className="max-w-xl text-sm text-soft">
          {files.length === 0
            ? hint
            : `${files.length === 1 ? (files[0]?.path ?? '') : `${formatNumber(files.length)} files`}, ${formatBytes(bytes)}`}
        </p>
        <span className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => some.current?.click()}>Choose files</Button>
          <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
        </span>
        <input
          ref={some}
          type="file"
          multiple
          accept={accept}
          aria-label="Files"
          className="hidden"
          onChange={(event) => take(chosenFiles(event.target.files))}
        />
        <input
          ref={(element) => {
            folder.current = element;
            if (element !== null) element.webkitdirectory = true;
          }}
          type="file"
          aria-label="Folder"
          className="hidden"
          onChange={(event) => take(chosenFiles(event.target.files))}
        />
        {fault !== undefined && (
          <p role="alert" className="text-sm text-bad">
            {fault}
          </p>
        )}
      </div>
    </Panel>
  );
}
