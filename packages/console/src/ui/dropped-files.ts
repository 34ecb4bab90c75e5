/** Files that were chosen or dropped, with those inside of folders; none is read before somebody asks for it. */
import { isLitter, type SourceFile } from '@brickwork/client';

export function chosenFiles(list: FileList | null): SourceFile[] {
  return [...(list ?? [])].map((file) => sourceOf(file, file.webkitRelativePath || file.name)).filter(isWanted);
}

/** The entries must be taken while the event lasts; their folders are read afterwards. */
export async function droppedFiles(data: DataTransfer): Promise<SourceFile[]> {
  const dropped = [...data.items].map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const files = await Promise.all(
    dropped.map((each) => {
      if (each === null) return [];
      return each instanceof File ? [sourceOf(each, each.name)] : filesIn(each);
    }),
  );
  return files.flat().filter(isWanted);
}

function isWanted({ path }: SourceFile): boolean {
  return !isLitter(path);
}

function sourceOf(blob: File, path: string): SourceFile {
  return { path, blob, modifiedMs: blob.lastModified };
}

async function filesIn(entry: FileSystemEntry): Promise<SourceFile[]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [sourceOf(file, path)];
  }
  const files: SourceFile[] = [];
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) files.push(...(await filesIn(inner)));
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A browser gives a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
