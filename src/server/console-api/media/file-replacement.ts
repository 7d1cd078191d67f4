import { PICTURES, endingOf, filenameWith } from '#rules/files/upload-rule.ts';
import { Refused } from '../../errors.ts';
import type { RowHolding } from '../../store/rows/find-rows-holding.ts';
import type { Db } from '../../db/tables.ts';
import { sql } from 'kysely';
import type { SignedIn } from '../define-console-call.ts';
import { assertMaySee } from '../file-rights.ts';
import { documentWith, mayDo, rowsWith, type Swap, type Touched } from '../search/replacement.ts';
import { readableRegisters } from '../search/row-group.ts';
import { lineOfMedia, readMedia } from './library.ts';
import { articleIn } from './stored-media.ts';

export interface Files {
  /** filepaths */
  from: string;
  to: string;
}

/** things and rows that one edition changes */
const MOST = 150;
const MOST_ROWS = 200;

/**
 * ML8: public places of a file that this person may change, each with the other file in it.
 * @throws Refused where either is not theirs to see, or the other is of another kind
 */
export async function findFilePlaces({ from, to }: Files, context: SignedIn): Promise<Touched[]> {
  await assertMaySee(from, context);
  await assertMaySee(to, context);
  const [ending, next] = [endingOf(from), endingOf(to)];
  const isPicture = PICTURES.includes(ending) && PICTURES.includes(next);
  if (from === to) throw new Refused('invalidInput', '这就是原来的文件，请选择另一个', { field: 'to' });
  if (ending !== next && !isPicture)
    throw new Refused('invalidInput', `请选择同一种格式（.${ending}）的文件：换成别的格式，引用它的地方会打不开`, {
      field: 'to',
    });
  const reading = await readMedia(context);
  const nameOf = async (filepath: string): Promise<string> => {
    const file = reading.stock.byPath.get(filepath);
    if (!file) throw new Refused('unknownFile');
    return (await lineOfMedia(file, reading, context)).names[0]!;
  };
  const [before, after] = [await nameOf(from), await nameOf(to)];
  const swap: Swap = {
    fields: {},
    types: ['file', 'image'],
    // a path holds the hash of its content, so nothing else is called so
    replaced: (text) => text.replaceAll(from, to),
    shown: () => ({ before: [{ text: before, hit: true }], after: [{ text: after, hit: true }] }),
    tidied: (object) =>
      object.filepath === to && typeof object.filename === 'string'
        ? { ...object, filename: filenameWith(next, object.filename) }
        : object,
  };
  const uses = (reading.stock.byPath.get(from)?.uses ?? []).filter(({ isNow }) => isNow);
  const subjects = uses.map(({ usedBy }) => usedBy).filter((usedBy) => mayChange(usedBy, context, reading.stock));
  const registers = (await readableRegisters(context))
    .filter(({ definition }) => uses.some(({ usedBy }) => usedBy === `register:${definition.register}`))
    .filter(({ channelIds }) => mayDo(context, channelIds, 'content.write'));
  const rows = await rowsWithFile(
    context.db,
    registers.map(({ definition }) => definition.register),
    from,
  );
  if (subjects.length > MOST || rows.length > MOST_ROWS)
    throw new Refused('invalidInput', `这个文件用在超过 ${MOST} 项内容或 ${MOST_ROWS} 行里，请在各处分别替换`);
  const touched: Touched[] = [];
  for (const subject of subjects) touched.push(await documentWith(subject, swap, context));
  for (const { definition } of registers) {
    const own = rows.filter(({ register }) => register === definition.register);
    if (own.length > 0) touched.push(await rowsWith(definition, own, swap, context));
  }
  return touched.filter(({ places }) => places.length > 0);
}

function mayChange(
  usedBy: string,
  context: SignedIn,
  { articles }: { articles: ReadonlyMap<number, { channelId: string }> },
): boolean {
  const article = articleIn(usedBy);
  if (article !== null) return mayDo(context, [articles.get(article)?.channelId ?? ''], 'content.write');
  if (usedBy.startsWith('setting:')) return mayDo(context, [], 'setting.change');
  return usedBy.startsWith('page:') && mayDo(context, [], 'page.change');
}

async function rowsWithFile(db: Db, registers: readonly string[], filepath: string): Promise<RowHolding[]> {
  if (registers.length === 0) return [];
  const { rows } = await sql<RowHolding>`select register, key, data from register_row
    where register = any(${registers}::text[]) and public_to is null and position(${filepath} in data::text) > 0
    limit ${MOST_ROWS + 1}`.execute(db);
  return rows;
}
