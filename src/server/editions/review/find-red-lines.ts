import type { ChannelRecord } from '#rules/addresses/channel-tree.ts';
import { wholeRegisterGone, type RedLines } from '#rules/registers/red-lines.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { withdrawnOf, writtenOf } from '#kinds/changes.ts';
import { channelsClaimed, channelsShowing } from '#kinds/concerned.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import type { Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { findRowRedLines } from '#kinds/rows/server/find-red-lines.ts';
import { rowCount, rows as rowsKind, type RowsDocument } from '#kinds/rows/index.ts';
import { Refused } from '../../errors.ts';
import type { Site } from '../../site/site.ts';
import { publicChange } from './public-change.ts';

/** The public state, with the registers that its channels show. */
export type ShownSite = KnownSite &
  Pick<Site, 'registersOf'> & { channel: (channelId: string) => Pick<ChannelRecord, 'sameAs'> | undefined };

/**
 * RD1 to RD6: the red lines of an edition, however it was made. They are those of its rows, of public rows whose
 * definition it changes, and of registers that no channel shows any more.
 */
export async function findRedLines(reader: Reader, site: ShownSite, changes: readonly Change[]): Promise<RedLines> {
  const found: RedLines = { lines: [], more: 0, rowsGone: 0 };
  const rows = writtenOf(rowsKind, changes).map(({ document }) => document as RowsDocument);
  const given = new Set(rows.map(({ definition }) => definition.register));
  const defined = writtenOf(registerKind, changes).filter(({ document }) => !given.has(document.register));
  const add = ({ lines, more, rowsGone }: RedLines): void => {
    found.lines.push(...lines);
    found.more += more;
    found.rowsGone += rowsGone;
  };
  const left = registersLeft(site, changes);
  for (const register of left)
    add(
      wholeRegisterGone(site.registers.get(register)?.title ?? register, await publicRowCount(reader, site, register)),
    );
  for (const after of rows.filter(({ definition }) => !left.includes(definition.register)))
    add(await findRowRedLines(reader, await publicRows(reader, site, after.definition.register), after));
  for (const { document: definition } of defined.filter(({ document }) => !left.includes(document.register))) {
    const before = await publicRows(reader, site, definition.register);
    if (before) add(await findRowRedLines(reader, before, { ...before, definition }));
  }
  return found;
}

async function publicRows(reader: Reader, site: KnownSite, register: string): Promise<RowsDocument | null> {
  const change = await publicChange(reader, site, `${rowsKind.name}:${register}`);
  return change ? (change.document as RowsDocument) : null;
}

/** RD3: registers whose last channel is withdrawn, gets a page that does not show them, or shows another channel. */
function registersLeft(site: ShownSite, changes: readonly Change[]): string[] {
  const withdrawn = withdrawnOf(channelKind, changes).map(({ id }) => id);
  const pages = writtenOf(pageKind, changes).map(({ document }) => document as unknown);
  const written = new Map(writtenOf(channelKind, changes).map(({ document }) => [document.channelId, document]));
  const originalOf = (id: string): string =>
    (written.has(id) ? written.get(id)!.sameAs : site.channel(id)?.sameAs) || id;
  const turned = [...written.keys()].filter((id) => site.channel(id) && originalOf(id) !== id);
  const gone = new Set([...withdrawn, ...pages.flatMap((page) => channelsClaimed(site, page)), ...turned]);
  if (gone.size === 0) return [];
  // a channel that shows another one goes as that does
  const stays = (id: string): boolean => !gone.has(id) && !gone.has(originalOf(id));
  const shown = new Set([...gone].flatMap((id) => (site.map.byId.has(id) ? site.registersOf(id) : [])));
  const isDrawn = (register: string): boolean =>
    pages.some((page) => JSON.stringify(page).includes(JSON.stringify(register)));
  return [...shown].filter((register) => !channelsShowing(site, register).some(stays) && !isDrawn(register));
}

async function publicRowCount(reader: Reader, site: KnownSite, register: string): Promise<number> {
  const change = await publicChange(reader, site, `${rowsKind.name}:${register}`, undefined, { storesRows: false });
  return change ? rowCount(change.document as RowsDocument) : 0;
}

/** RD6: what the history says of a number that was asked for; '' where no rows go. */
export const rowsGoneWords = ({ rowsGone }: RedLines): string =>
  rowsGone > 0 ? `核对过将移除的行数：${rowsGone}` : '';

/**
 * RD6: whoever approves an edition by which rows go, or publishes it in an emergency, has to type how many.
 * @throws Refused rowsGoneAsked
 */
export function assertRowsGone({ rowsGone }: RedLines, typed: number | undefined): void {
  if (rowsGone === 0 || typed === rowsGone) return;
  const message =
    typed === undefined
      ? '这份稿件将移除现在公示的数据行，请核对后输入将移除的行数'
      : `输入的行数 ${typed} 与稿件实际移除的不符，请核对稿件后重新输入`;
  throw new Refused('rowsGoneAsked', message, { problems: [{ pointer: '/rowsGone', message }] });
}
