import { setImmediate } from 'node:timers/promises';
import { siteSetting } from '#page/settings/site.ts';
import { findingDoubt, isPersonal } from '#rules/checks/findings.ts';
import { isLarge } from '#server/editions/draft/draft-changes.ts';
import { findFindings } from '#server/editions/checks/find-findings.ts';
import { channelPath } from '#rules/addresses/channel-tree.ts';
import type { ChannelPlan, PlannedChannel, PlanNote } from '#wire/channel-answers.ts';
import type { Db } from '#server/db/tables.ts';
import { writtenOf } from '../../changes.ts';
import { damagedArticles } from '../../article/server/damaged-articles.ts';
import type { Change } from '../../index.ts';
import { personalColumns } from '../../register/server/personal-columns.ts';
import { setting as settingKind } from '../../setting/index.ts';
import { channel as channelKind } from '../index.ts';
import type { Site } from '#server/site/site.ts';
import { firmOf } from '#server/site/sites.ts';
import { articleAddresses } from './article-addresses.ts';
import { changedAddresses, formerAddresses, changedOldAddresses, MOST_LISTED } from './changed-addresses.ts';
import { changedListing, changedMenus, laterMenus } from './changed-menus.ts';
import { changedParts } from './changed-parts.ts';
import { changedTables } from './changed-tables.ts';
import { channelsAfter } from './channels-after.ts';
import { contentKindsAfter } from './content-kinds.ts';
import { departmentBeside } from './department-beside.ts';
import { endedContent } from './ended-content.ts';
import { findKnown } from './known-ids.ts';
import { factsAfter } from './facts-after.ts';
import { findOpenChannels, usedBy } from './open-channels.ts';
import { planProblems, type Planned } from './plan-problems.ts';
import { planWarnings } from './plan-warnings.ts';
import { proposeChannel, type ProposeInput } from './propose.ts';
import { winningPage } from './winning-page.ts';

export interface PlanQuestion {
  changes: readonly Change[];
  base?: Readonly<Record<string, string>>;
  /** a new channel for which id, address and order are wanted; `changes` count as taken */
  propose?: ProposeInput;
  /** ids of channels of the changes whose content comes with them, though it is not among the changes yet */
  filled?: readonly string[];
}

interface Deps {
  db: Db;
  site: Site;
  /** page-schemas/ */
  pagesDir: string;
}

/** Effects of the changes on channels, menus and addresses if they were published now. Nothing is written. */
export async function makePlan(
  { db, site, pagesDir }: Deps,
  { changes, base = {}, propose, filled = [] }: PlanQuestion,
): Promise<ChannelPlan> {
  const kinds = await contentKindsAfter(db, changes);
  const after = channelsAfter(site.channels, changes, kinds);
  const facts = await factsAfter({ db, site, pagesDir }, after, changes);
  const map = site.mapWith(facts);
  const isFilled = ({ channelId }: { channelId: string }) => filled.includes(channelId);
  const withContent = after.some(isFilled)
    ? site.mapWith({ ...facts, channels: after.map((one) => (isFilled(one) ? { ...one, contentKind: 'list' } : one)) })
    : map;
  const planned: Planned = { changes, base, before: site.channels, after };
  const known = await findKnown(db, site.channels, changes);
  const channels = writtenOf(channelKind, changes).map(({ at, document: { channelId, url } }): PlannedChannel => ({
    change: at,
    channelId,
    path: channelPath(url),
    before: winningPage(site.map, channelId),
    after: winningPage(map, channelId),
  }));
  // 20,000 old addresses are read in a turn of their own (OL5)
  await setImmediate();
  const leading = formerAddresses(site, changes);
  await setImmediate();
  const addresses = await changedAddresses(db, site.map, map, changes, leading);
  const ofArticles = await articleAddresses(db, site.map, map, changes);
  const former = changedOldAddresses(leading);
  const menus = changedMenus(site.map, withContent);
  return {
    channels,
    problems: await planProblems(db, map, planned, known),
    warnings: [
      ...planWarnings(map, planned, channels, known),
      ...personalColumns(changes, site).map(noteOf('personal')),
      ...damagedArticles(changes).map(noteOf('damaged')),
      // large drafts are checked when they are submitted; other findings have a list of their own (CK4)
      ...(isLarge(changes) ? [] : (await findFindings({ db }, { title: '', changes: [...changes] })).findings)
        .filter(isPersonal)
        .map((found) =>
          noteOf('personal-number')({ at: found.change, words: `${findingDoubt(found)}，请核对是否必须公开` }),
        ),
    ],
    menus,
    laterMenus: laterMenus(site.map, withContent, menus),
    shown: changedListing(site.map, withContent),
    parts: changedParts(site.map, map),
    siteName: changedName(site, changes),
    tables: await changedTables(db, site, map, changes),
    addresses: [...addresses.list, ...ofArticles.list, ...former.list].slice(0, MOST_LISTED),
    addressCount: addresses.total + ofArticles.total + former.total,
    ended: await endedContent(db, site, changes),
    departmentBeside: propose ? await departmentBeside(db, site, propose.parentId) : '',
    proposal: propose ? proposeChannel(after, map.pages, propose, usedBy(await findOpenChannels(db, []), known)) : null,
  };
}

const noteOf =
  (code: string) =>
  ({ at, words }: { at: number; words: string }): PlanNote => ({
    change: at,
    channelId: '',
    field: '',
    code,
    message: words,
  });

/** Change of the name in the titles of all pages (site.name). */
function changedName({ shell }: Site, changes: readonly Change[]): ChannelPlan['siteName'] {
  const written = writtenOf(settingKind, changes).find(({ id }) => id === siteSetting.name);
  const [before, after] = [shell.brand.name, written ? firmOf(written.document).name : shell.brand.name];
  return before === after ? null : { before, after };
}
