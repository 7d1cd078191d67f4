import type { MovingInForm } from '../wire.ts';
import { CannotImport } from './cannot-import.ts';
import type { Entries } from './entry.ts';
import type { FolderFiles } from './folder-files.ts';
import type { ImportMap } from './map.ts';
import type { Problems } from './problems.ts';
import { readList } from './read-list.ts';
import { readPages } from './read-pages.ts';

/** MI1: the articles of a list or of saved pages. @throws CannotImport where there are none */
export function readEntries(
  files: FolderFiles,
  given: NonNullable<MovingInForm['read']>,
  map: ImportMap,
  problems: Problems,
): Entries {
  const read = 'pages' in given ? readPages(files, given.pages, map, problems) : readGivenList();
  if (read.entries.length > 0 || problems.errors > 0) return read;
  throw 'list' in given
    ? new CannotImport(
        `${given.list} has no articles: no line below its titles.`,
        `${given.list} 中没有文章：标题行下面没有内容`,
      )
    : new CannotImport(`No file in ${files.root} is called ${given.pages}.`, `文件夹中没有“${given.pages}”这样的文件`);

  function readGivenList(): Entries {
    const { list } = given as { list: string };
    if (files.find(list) === null)
      throw new CannotImport(
        `--list ${list}: there is no such file in ${files.root}.`,
        `文件夹中没有列表文件“${list}”`,
      );
    return readList(files, list, map, problems);
  }
}
