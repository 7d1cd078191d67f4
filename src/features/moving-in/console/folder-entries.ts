import { importPathProblem, isLeftover } from '../moving-in-limits.ts';
import { composed } from '#rules/text/unicode-forms.ts';

/** A file of a folder with its path in it, the folder's own name in front. */
export interface FolderFile {
  path: string;
  file: File;
}

/** The files that <input webkitdirectory> gives. */
export const chosenFiles = (list: FileList): FolderFile[] =>
  [...list].map((file) => ({ path: composed(file.webkitRelativePath || file.name), file }));

/** Files of a drop, with those inside its folders. */
export async function droppedFiles(data: DataTransfer): Promise<FolderFile[]> {
  // before the first wait: a drop's items are gone after it
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found: FolderFile[] = [];
  const open = [...entries];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const path = composed(entry.fullPath.replace(/^\//, ''));
    if (entry.isDirectory) open.push(...(await entriesOf(entry as FileSystemDirectoryEntry)));
    else found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
  }
  return found;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder is read in pieces of a hundred. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return found;
    found.push(...piece);
  }
}

/** Files to send, and the problem of the first that cannot be sent; leftovers of file managers stay behind. */
export function wantedFiles(files: readonly FolderFile[]): { wanted: FolderFile[]; left: number; problem: string } {
  const wanted = files.filter(({ path }) => !isLeftover(path));
  const wrong = wanted.find(({ path }) => importPathProblem(path) !== '');
  return {
    wanted,
    left: files.length - wanted.length,
    problem: wrong ? `“${wrong.path}”${importPathProblem(wrong.path)}；请改名后重新选择` : '',
  };
}
