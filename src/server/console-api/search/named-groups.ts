import { sql } from 'kysely';
import { ROLE_NAMES, seesSettingNames } from '#rules/people/staff-rights.ts';
import type { FoundGroup, FoundThing } from '#wire/search-answers.ts';
import { SITE_BASE, STATIC_FILE } from '#wire/paths.ts';
import { listPageDocuments } from '../../editions/page-schemas/list-page-schemas.ts';
import { settingOf } from '../../editions/settings/setting-faults.ts';
import { listSettings } from '../../editions/settings/list-settings.ts';
import { listPeople } from '../../people/staff/accounts.ts';
import { listSubstitutions } from '../../people/staff/substitutions.ts';
import { excerptOf } from '../../store/search/mark-hits.ts';
import { foldSearch } from '../../store/search/search-pieces.ts';
import { holdTerms, textHolds } from '../../store/search/typed-terms.ts';
import { channelNames, fullText, groupOf, marked, placeOf, type Looking } from './looking.ts';
import type { ReadableRegister } from './row-group.ts';
import { textsOf } from './texts-of.ts';

const MOST_FILES = 200;

/** Screens of what uses a file, by the word before the colon. */
const SCREENS: Readonly<Record<string, { name: string; to: string }>> = {
  register: { name: '登记表', to: '/registers' },
  page: { name: '页面', to: '/pages' },
  setting: { name: '设置', to: '/settings' },
};

/** Public channels, by name and address. */
export async function findChannelGroup(looking: Looking): Promise<FoundGroup> {
  const { site } = looking.context;
  const list = site.channels
    .filter(({ name, url }) => holdTerms([name, url], looking.terms))
    .map(({ channelId, name, url, hidden }): FoundThing => ({
      id: channelId,
      state: 'public',
      title: marked(name, looking),
      place: placeOf(channelNames(site, channelId), hidden ? '不在菜单中' : ''),
      excerpt: marked(url === '' ? '' : `/${url}`, looking),
      details: [],
      to: `/channels?channel=${encodeURIComponent(channelId)}`,
      sitePath: url === '' ? '' : SITE_BASE + site.channelPath(channelId),
    }));
  return groupOf('channels', looking, list, (thing) => thing);
}

/** A page or a setting, with its texts as people read them and folded as one. */
interface Named {
  name: string;
  title: string;
  texts: readonly string[];
  folded: string;
}

const asNamed = (name: string, title: string, document: unknown): Named => {
  const texts = textsOf(document);
  return { name, title, texts, folded: foldSearch([name, title, ...texts].join('\n')) };
};

/** Pages, by name and by what they say themselves. */
export async function findPageGroup(looking: Looking): Promise<FoundGroup> {
  const { db, site, publishContext } = looking.context;
  const pages = await site.remember('searched pages', async () =>
    (await listPageDocuments({ db, site, pagesDir: publishContext.pagesDir })).map(({ page, title, document }) =>
      asNamed(page, title, document),
    ),
  );
  return namedGroup('pages', pages, looking);
}

/** Settings, by name and by value. */
export async function findSettingGroup(looking: Looking): Promise<FoundGroup> {
  const { db, site } = looking.context;
  const settings = await site.remember('searched settings', async () => {
    const [lines, values] = await Promise.all([
      listSettings(db),
      db.selectFrom('setting').select(['name', 'value']).where('public_to', 'is', null).execute(),
    ]);
    const valueOf = new Map(values.map(({ name, value }) => [name, value]));
    return lines.map(({ name, title }) => asNamed(name, title, valueOf.get(name)));
  });
  return namedGroup('settings', settings, looking);
}

function namedGroup(group: 'pages' | 'settings', all: readonly Named[], looking: Looking): FoundGroup {
  const { terms, context } = looking;
  const showsName = group === 'pages' || seesSettingNames(context.user.grants);
  const found = all.filter(({ folded }) => terms.every((term) => folded.includes(term)));
  return groupOf(group, looking, found, ({ name, title, texts }) => {
    const hits = texts.filter((text) => terms.some((term) => holdTerms([text], [term])));
    return {
      id: name,
      state: 'public',
      title: marked(title, looking),
      place: name === title || !showsName ? '' : name,
      excerpt: hits[0] === undefined ? [] : excerptOf(hits[0], terms),
      details: hits.slice(0, 8).flatMap((text) => fullText('内容', text, looking)),
      to: `/${group}/${encodeURIComponent(name)}`,
      sitePath: '',
    };
  });
}

/** Names of files that are no attachments of articles: those of rows, pages and settings. */
export async function findFileGroup(looking: Looking, registers: readonly ReadableRegister[]): Promise<FoundGroup> {
  const { context, terms, reach } = looking;
  const readable = registers.map(({ definition }) => `register:${definition.register}`);
  const mayRead =
    reach === null
      ? sql`true`
      : sql`(risk_level is null and used_by not like 'register:%' or used_by = any(${readable}::text[]))`;
  const { rows } = await sql<{ filepath: string; filename: string; used_by: string; risk_level: string | null }>`
    select distinct on (filename, filepath) filepath, filename, used_by, risk_level from file_use
    where public_to is null and used_by not like 'article:%' and ${mayRead} and ${textHolds(sql`filename`, terms)}
    order by filename, filepath, row_id limit ${MOST_FILES}`.execute(context.db);
  const titleOf = new Map(registers.map(({ definition }) => [definition.register, definition.title]));
  const list = rows
    .filter(({ filename }) => holdTerms([filename], terms))
    .map(({ filepath, filename, used_by: usedBy, risk_level: level }): FoundThing => {
      const [use = '', ...rest] = usedBy.split(':');
      const id = rest.join(':');
      const screen = SCREENS[use];
      const title = use === 'setting' ? settingOf(id)?.title : titleOf.get(id);
      const name = use === 'page' ? ` ${id}` : `“${title ?? id}”`;
      return {
        id: filepath,
        state: 'public',
        title: marked(filename, looking),
        place: screen ? screen.name + name : '',
        excerpt: [],
        details: [],
        to: screen ? `${screen.to}/${encodeURIComponent(id)}` : '/',
        sitePath: level === null ? `${STATIC_FILE}/${filepath}` : '',
      };
    });
  return groupOf('files', looking, list, (thing) => thing, { more: rows.length === MOST_FILES });
}

/** People of the console, for those who may see them. */
export async function findPeopleGroup(looking: Looking): Promise<FoundGroup> {
  const { db } = looking.context;
  const [people, substitutions] = await Promise.all([listPeople(db), listSubstitutions(db)]);
  // SI4
  const away = new Map(
    substitutions.flatMap(({ absent, substitute, until, hasBegun }) =>
      hasBegun ? [[absent.staffId, `不在，${substitute.name}代理至 ${until}`]] : [],
    ),
  );
  const list = people
    .filter(({ name, account }) => holdTerms([name, account], looking.terms))
    .map(({ staffId, name, account, state, grants }): FoundThing => ({
      id: String(staffId),
      state: '',
      title: marked(name, looking),
      place: placeOf(account, state === 'suspended' ? '已停用' : (away.get(staffId) ?? '')),
      excerpt: marked([...new Set(grants.map(({ role }) => ROLE_NAMES[role]))].join('、'), { terms: [] }),
      details: [],
      to: `/people/${staffId}`,
      sitePath: '',
    }));
  return groupOf('people', looking, list, (thing) => thing);
}
