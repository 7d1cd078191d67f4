import { sql } from 'kysely';
import { page } from '#kinds/page/index.ts';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { BrokenGroup, BrokenKind, BrokenLine } from '#wire/bench-answers.ts';
import { listPublicDeadLinks } from '../../editions/checks/public-links.ts';
import { matchingEditions } from '../../editions/list-editions.ts';
import { listRefusedDocuments } from '../../editions/page-schemas/list-page-schemas.ts';
import type { Reach } from '../../people/staff/reach.ts';
import { channelsByRegister } from '../../registers/editions/list-registers.ts';
import { reachOf } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';
import { knownThings } from '../work-things.ts';

/** lines of one kind that are answered; more are counted */
const MOST = 500;

interface Found {
  lines: BrokenLine[];
  checkedAt?: string;
}

type Finder = (context: SignedIn, reach: Reach) => Promise<Found>;

/** Approved editions whose moment passed in vain, with the reason. */
const schedules: Finder = async ({ db, user }, reach) => {
  const rows = await matchingEditions(db.selectFrom('edition'), { view: 'failed', staffId: user.staffId, reach })
    .select(['edition_id', 'title'])
    .select(
      sql<string>`(select note from edition_step where edition_step.edition_id = edition.edition_id order by step_id desc limit 1)`.as(
        'note',
      ),
    )
    .orderBy('changed_at')
    .execute();
  return { lines: rows.map(({ edition_id, title, note }) => ({ title, note, to: `/editions/${edition_id}` })) };
};

const links: Finder = async ({ db, site }, reach) => {
  const { checkedAt, links: dead } = await listPublicDeadLinks(db);
  const known = dead.every(({ article }) => article) ? [] : await knownThings(db, site);
  return {
    checkedAt,
    lines: dead.flatMap(({ kind, id, article, place, shown }): BrokenLine[] => {
      const thing = known.find((one) => String(one.kind) === kind && one.id === id);
      const channelIds = article ? [article.channelId] : (thing?.channelIds ?? WHOLE_SITE);
      if (reach !== null && !channelIds.every((channelId) => reach.includes(channelId))) return [];
      return [
        {
          title: article?.title ?? thing?.title ?? id,
          note: `${place}：${shown}`,
          to: article
            ? `/content/${id}/edit`
            : `/${kind === page.name ? 'pages' : 'settings'}/${encodeURIComponent(id)}`,
        },
      ];
    }),
  };
};

const DAMAGE = { missing: '服务器上缺失', changed: '内容与存入时不同' } as const;

/** Stored files that are not as they were: of those that show one, somebody sees what they may read; who reads the record sees all. */
const files: Finder = async ({ db, site, scrub, user }, reach) => {
  const damaged = scrub.damaged();
  const checkedAt = scrub.last?.endedAt.toISOString() ?? '';
  if (damaged.length === 0) return { checkedAt, lines: [] };
  const uses = await db
    .selectFrom('file_use')
    .leftJoin('article', (join) =>
      join.on(sql<boolean>`used_by = 'article:' || article.article_id`).on('article.public_to', 'is', null),
    )
    .select(['filepath', 'filename', 'used_by', 'article.channel_id', 'article.article_id'])
    .where(sql<boolean>`filepath = any(${damaged.map(({ filepath }) => filepath)}::text[])`)
    .where('file_use.public_to', 'is', null)
    .orderBy('file_use.row_id')
    .execute();
  const shownOn = await channelsByRegister(site);
  const seesAll = reach === null || mayDo(user.grants, 'record.read', [WHOLE_SITE]);
  const isSeen = ({ used_by, channel_id }: (typeof uses)[number]): boolean =>
    seesAll ||
    (channel_id === null
      ? used_by.startsWith('register:') &&
        (shownOn.get(used_by.slice('register:'.length)) ?? []).some((id) => reach.includes(id))
      : reach.includes(channel_id));
  return {
    checkedAt,
    lines: damaged.flatMap(({ filepath, damage, table }): BrokenLine[] => {
      const use = uses.find((one) => one.filepath === filepath && isSeen(one));
      if (!use && !seesAll) return [];
      const title = table === 'pro_material' ? '客户提交的材料' : use?.filename || '未公开的文件';
      return [
        {
          title,
          note: `${DAMAGE[damage]} · ${filepath}`,
          to: use?.article_id ? `/content/${use.article_id}/edit` : '',
        },
      ];
    }),
  };
};

/** Pages and registers whose newest document is refused: visitors see a former one (PS1). */
const pages: Finder = async (context, reach) => {
  const { db, site, publishContext } = context;
  const { pagesDir } = publishContext;
  const refused = await site.remember('refused documents', () => listRefusedDocuments({ db, site, pagesDir }));
  const known = refused.length === 0 ? [] : await knownThings(db, site);
  const channelsOf = (name: string, isRegister: boolean): readonly string[] =>
    known.find(({ kind, id }) => kind === (isRegister ? 'rows' : 'page') && id === name)?.channelIds ?? WHOLE_SITE;
  const own = refused
    .filter(({ name, isRegister }) => reach === null || channelsOf(name, isRegister).every((id) => reach.includes(id)))
    .map(({ name, isRegister, title, message, problems }) => ({
      title,
      note: problems > 1 ? `${message}（共 ${problems} 处）` : message,
      to: isRegister ? `/registers/${encodeURIComponent(name)}/definition` : `/pages/${encodeURIComponent(name)}`,
    }));
  return { lines: [...own, ...upstreamPages(context)] };
};

/** Page schemas of another system that are refused, for whoever reads the record. */
function upstreamPages({ user, upstreams }: SignedIn): BrokenLine[] {
  if (!mayDo(user.grants, 'record.read', [WHOLE_SITE])) return [];
  return upstreams().flatMap(({ host, views }) => {
    if (!views) return [];
    const whole = views.failed === '' ? [] : [{ title: host, note: views.failed, to: '/upstreams' }];
    return [
      ...whole,
      ...views.refused.map(({ name, why }) => ({ title: name, note: `${host}：${why}`, to: '/upstreams' })),
    ];
  });
}

const finders: Readonly<Record<BrokenKind, Finder>> = { schedule: schedules, link: links, file: files, page: pages };

/** WB5: what is broken, by kind, as far as somebody may see it. @param shown lines of each kind that are answered */
export function findBroken(context: SignedIn, kinds: readonly BrokenKind[], shown = MOST): Promise<BrokenGroup[]> {
  const reach = reachOf(context, 'content.read');
  return Promise.all(
    kinds.map(async (kind): Promise<BrokenGroup> => {
      const { lines, checkedAt = '' } = await finders[kind](context, reach);
      return { kind, total: lines.length, checkedAt, list: lines.slice(0, shown) };
    }),
  );
}
