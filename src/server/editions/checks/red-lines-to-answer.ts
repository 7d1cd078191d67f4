import { channelPath } from '#rules/addresses/channel-tree.ts';
import { RED_LINE_CHECKS, type CheckId, type Severity } from '#rules/checks/checks.ts';
import { redLineFindings } from '#rules/checks/red-line-findings.ts';
import type { Change } from '#kinds/index.ts';
import type { Reader } from '#kinds/define-store.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import { resolve } from '#page/resolve.ts';
import type { SiteMap } from '#page/site-map.ts';
import { siteAfter } from '../publish/site-after.ts';
import { findRedLines, type ShownSite } from '../review/find-red-lines.ts';
import { foundAt, type Found } from './found.ts';

/**
 * CK2: red lines as findings, where the firm wants a reason for them or stops them. Those of severity 提示 are listed
 * above the edition alone.
 */
export async function redLinesToAnswer(
  { pagesDir, ...reader }: Reader & { pagesDir: string },
  changes: readonly Change[],
  severities: Readonly<Record<CheckId, Severity>>,
): Promise<(Found & { change: number })[]> {
  const answered = (Object.keys(RED_LINE_CHECKS) as CheckId[]).filter((id) => severities[id] !== 'note');
  if (answered.length === 0) return [];
  const found = await findRedLines(reader, shownSite(await siteAfter(reader.db, pagesDir)), changes);
  const titles = [
    ...writtenOf(rowsKind, changes).map(({ at, document: { definition } }) => ({ at, title: definition.title })),
    ...writtenOf(registerKind, changes).map(({ at, document: { title } }) => ({ at, title })),
  ];
  return redLineFindings(found)
    .filter(({ finding: { check } }) => answered.includes(check))
    .map(({ finding: { check, place, shown }, lines }) => ({
      ...foundAt(check, place, shown),
      // a register that no channel shows any more is in none of the changes
      change: titles.find(({ title }) => title === lines[0]!.register)?.at ?? 0,
    }));
}

/** The public state as red lines need it. */
function shownSite(map: SiteMap): ShownSite {
  const channel = (id: string) => map.byId.get(id)?.channel;
  return {
    map,
    registers: new Map(Object.entries(map.registers)),
    channel,
    registersOf: (id) => {
      const resolution = resolve(map, channelPath(channel(id)?.url ?? ''));
      return resolution && !('redirect' in resolution) ? Object.keys(resolution.registers) : [];
    },
  };
}
