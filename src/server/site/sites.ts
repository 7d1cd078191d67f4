import type { Problem } from '#page/problems.ts';
import type { MenuItem, Shell } from '#page/page-schema.ts';
import { hasContent, isListed } from '#page/public-content.ts';
import type { ReferredRow, RegisterFacts } from '#page/register-view.ts';
import { buildSiteMap, menuOf, type SiteMap } from '#page/site-map.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registryOf } from '#page/registry.ts';
import { bannersSetting } from '#page/settings/banners.ts';
import { brandSetting } from '#page/settings/brand.ts';
import type { BrandSetting } from '#rules/look/brand.ts';
import { headerRow, type HeaderRow } from '#rules/look/header-row.ts';
import { absentRegistersSetting, type AbsentRegisters } from '#page/settings/absent-registers.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import { protectedTermsSetting } from '#page/settings/protected-terms.ts';
import { scriptWordsSetting, type ScriptWords } from '#page/settings/script-words.ts';
import { siteSetting, type SiteSetting } from '#page/settings/site.ts';
import { trackingSetting } from '#page/settings/tracking.ts';
import {
  oldAddressIndex,
  oldAddressKey,
  readOldAddress,
  type OldAddressIndex,
} from '#rules/addresses/old-addresses.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { outcomes } from '#wire/outcomes.ts';
import type { Moment } from '../store/publication/new-publication.ts';
import { readSettingValue } from '#kinds/setting/server/check-setting.ts';
import { findSetting } from '../store/documents/find-setting.ts';
import { findLegalTexts } from '../store/documents/legal-texts.ts';
import { listChannels } from '../store/documents/list-channels.ts';
import { listPageEditions } from '../store/documents/list-page-editions.ts';
import { loadRegisterFacts } from '../store/rows/load-register-facts.ts';
import type { ProtectedTerm } from '#rules/script/script-converter.ts';
import type { Db } from '../db/tables.ts';
import { loadChangedPages, type LoadedPages } from './page-store.ts';
import type { FollowedViews } from './follow-upstream-views.ts';
import { withUpstreamViews } from './upstream-views.ts';
import type { FollowedChannels } from './follow-upstream-channels.ts';
import type { PublicationWatch } from './publication-watch.ts';
import { brandOf, logoOf } from './brand.ts';
import { siteOf, type ChangedFacts, type Site } from './site.ts';
import { createCurrentPages } from './current-pages.ts';
import { isElsewhere } from './register-answers.ts';

interface SitesDeps {
  db: Db;
  /** page-schemas/ */
  pagesDir: string;
  publications: Pick<PublicationWatch, 'current'>;
  warn: (facts: object, message: string) => void;
  /** address at which customers of a firm log in here */
  loginOf?: (firm: SiteSetting) => string | undefined;
  /** origin for the setting of the collector here */
  collectorOf?: (published: unknown) => string;
  /** CH9: absent where channels are this site's own */
  upstreamChannels?: Pick<FollowedChannels, 'version' | 'failed' | 'param' | 'regions' | 'columns'> | undefined;
  /** US11: absent where page schemas are this site's own */
  upstreamViews?: Pick<FollowedViews, 'version' | 'documents' | 'tried'> | undefined;
  /** WR7: whether another system answers a call: its content is unknown here */
  isUpstream?: (path: string) => boolean;
  /** scheme and host */
  siteUrl?: string;
  /** calls that features answer; absent: all that there are */
  answers?: Pick<ReadonlySet<string>, 'has'>;
  /** parts that features add to the shell of every page */
  shellOfFeatures?: Partial<Pick<Shell, 'alerts' | 'feeds'>>;
  /** called when a publication's site of now is loaded */
  onLoaded?: (site: Site) => void;
}

/** Facts of a firm without published, or without readable ones. */
const ANONYMOUS: SiteSetting = { name: '网站', englishName: '', department: '', hotline: '' };

/**
 * Sites by moment. The one of now is loaded once a publication; when it cannot be loaded the last known one replaces
 * it, with a tip (CH7).
 */
export function createSites({ publications, onLoaded, ...deps }: SitesDeps) {
  const { warn, upstreamChannels, upstreamViews } = deps;
  const currentPages = createCurrentPages(deps.db, deps.pagesDir, warn);
  let known: { no: number; tree: number; site: Site; pages: LoadedPages } | null = null;
  let loading: { no: number; tree: number; loaded: Promise<{ site: Site; pages: LoadedPages }> } | null = null;

  async function now(): Promise<Site> {
    const no = publications.current();
    const tree = (upstreamChannels?.version() ?? 0) + (upstreamViews?.version() ?? 0);
    if (known?.no === no && known.tree === tree) return known.site;
    if (loading?.no !== no || loading.tree !== tree) {
      const loaded = loadSite({ ...deps, currentPages, moment: 'now', previous: known?.pages });
      loading = { no, tree, loaded };
      loaded.then(
        (fresh) => {
          // an older load may end later
          if (!known || (known.no <= no && known.tree <= tree)) known = { no, tree, ...fresh };
          onLoaded?.(fresh.site);
          void currentPages.store(fresh.pages);
        },
        () => {
          if (loading?.loaded === loaded) loading = null;
        },
      );
    }
    try {
      return (await loading.loaded).site;
    } catch (error) {
      if (!known) throw error;
      warn({ err: error }, 'channels could not be loaded; the last known ones stand');
      return { ...known.site, tips: [outcomes['no channels'].text], isStandIn: true };
    }
  }

  return {
    at: (moment: Moment): Promise<Site> =>
      moment === 'now'
        ? now()
        : loadSite({ ...deps, currentPages, moment, previous: known?.pages }).then(({ site }) => site),
    /**
     * Site as an act would leave it, for editors (SU16), with the problems of its documents; nothing of it is
     * stored.
     * @param trx the act's transaction @param pages names of the page editions in it, where it changes no other
     * documents.
     * @param isForVisitors SH1: as visitors will have it, without what editors alone are shown
     */
    after: async (trx: Db, pages?: readonly string[], isForVisitors = false): Promise<SiteAfter> => {
      const {
        site,
        asVisitors,
        pages: loaded,
      } = await loadSite({
        ...deps,
        // documents of an act are checked by themselves
        upstreamViews: undefined,
        db: trx,
        currentPages: changedOver(currentPages, pages),
        moment: 'now',
        previous: known?.pages,
        warn: () => {},
        ...(!isForVisitors && { marksEmpty: true as const }),
      });
      return { site, asVisitors, problems: loaded.problems };
    },
    lastKnown: (): Site | null => known?.site ?? null,
    /** problems of documents that were refused (PS1), for operators */
    problems: (): readonly Problem[] => known?.pages.problems ?? [],
  };
}

export interface SiteAfter {
  site: Site;
  /** HN6: as visitors will have it, below the menu of `site` */
  asVisitors: () => Site;
  /** documents that were refused (PS1); of an edition the file is `edition:{page}` */
  problems: readonly Problem[];
}

type CurrentPages = Pick<ReturnType<typeof createCurrentPages>, 'load'>;

/** Current pages under a draft that changes no documents but these pages: all others stay as they are. */
const changedOver = (current: CurrentPages, pages: readonly string[] | undefined): CurrentPages => ({
  load: async ({ editions, previous }) => {
    const changed =
      previous &&
      pages &&
      loadChangedPages(
        previous,
        editions.filter(({ page }) => pages.includes(page)),
        { widgets, sources },
      );
    return changed ?? current.load({ editions, previous });
  },
});

interface SiteQuestion extends Omit<SitesDeps, 'publications' | 'onLoaded' | 'pagesDir'> {
  currentPages: CurrentPages;
  moment: Moment;
  /** SU16: for editors, who see channels without content, too */
  marksEmpty?: true;
  /** former documents in place of invalid ones (PS1) */
  previous?: LoadedPages;
}

async function loadSite({
  db,
  currentPages,
  moment,
  warn,
  loginOf,
  collectorOf,
  upstreamChannels,
  upstreamViews,
  siteUrl = '',
  answers,
  shellOfFeatures,
  isUpstream = () => false,
  marksEmpty,
  previous,
}: SiteQuestion): Promise<Pick<SiteAfter, 'site' | 'asVisitors'> & { pages: LoadedPages }> {
  const [channels, editions, published, look, demo, ownSkin, ownTracking, terms, words, old, marked, banners] =
    await Promise.all([
      listChannels(db, moment),
      listPageEditions(db, moment),
      findSetting(db, moment, siteSetting.name),
      findSetting(db, moment, brandSetting.name),
      findSetting(db, moment, 'demo'),
      findSetting(db, moment, 'webparam.sys.skin_zq'),
      findSetting(db, moment, trackingSetting.name),
      findSetting(db, moment, protectedTermsSetting.name),
      findSetting(db, moment, scriptWordsSetting.name),
      findSetting(db, moment, oldAddressesSetting.name),
      findSetting(db, moment, absentRegistersSetting.name),
      findSetting(db, moment, bannersSetting.name),
    ]);
  const hasBanners = Array.isArray(banners) && banners.length > 0;
  const own = await currentPages.load({ editions, previous });
  for (const problem of own.problems) warn({ problem }, 'page schema refused');
  const views = upstreamViews?.documents();
  const viewed = views && withUpstreamViews(own, views.given, views.before, isUpstream);
  if (viewed) upstreamViews?.tried(viewed.used, viewed.refused);
  const pages = viewed ? viewed.pages : own;
  const ownFacts = await loadRegisterFacts(db, moment, Object.values(pages.registers));
  const firm = firmOf(published, warn);
  const login = loginOf?.(firm);
  const isOfAnother = (definition: RegisterDefinition): boolean => isElsewhere(definition, isUpstream);
  const loadedFacts = withoutElsewhere(
    ownFacts,
    Object.values(pages.registers).filter(isOfAnother),
    upstreamChannels?.regions(),
  );
  const mapOf = (changed: ChangedFacts, marks: Pick<SiteQuestion, 'marksEmpty'>): SiteMap => {
    const { index, registers: definitions } = changed.pages ?? pages;
    const others = Object.values(definitions).filter(isOfAnother);
    const filled = new Set([
      ...(changed.filled ?? loadedFacts.filled ?? []),
      ...others.map(({ register }) => register),
    ]);
    // a register with public rows is shown, whatever is marked
    const absent = new Set((changed.absent ?? absentOf(marked)).filter((register) => !filled.has(register)));
    return buildSiteMap({
      channels: changed.channels ?? channels,
      pages: index,
      registers: definitions,
      sources: registryOf('source', sources),
      widgets: registryOf('widget', widgets),
      facts: { ...loadedFacts, filled, absent },
      ...marks,
      ...(upstreamChannels && { contentElsewhere: true as const }),
      ...(loginOf?.(changed.firm ?? firm) === undefined && { lacksLogin: true as const }),
      ...(hasBanners && { hasBanners: true as const }),
      ...(answers && { answers }),
    });
  };
  const mapWith: Site['mapWith'] = (changed) => mapOf(changed, { ...(marksEmpty && { marksEmpty }) });
  const map = mapWith({});
  const looks = readSettingValue<BrandSetting>(brandSetting.value, look);
  const legal = await findLegalTexts(db, moment, channels);
  // US6: the system that answers for the content answers for these, too
  const [skin, tracking] = upstreamChannels
    ? [upstreamChannels.param('sys.skin_zq'), upstreamChannels.param('sys.tracking')]
    : [ownSkin, ownTracking];
  const collector = collectorOf?.(tracking) ?? '';
  const advisoryHost = URL.parse(firm.advisorySite ?? '')?.host;
  const menu = menuOf(
    map,
    (position) => isListed(position, map),
    (position) => position.channel.name + (marksEmpty && !hasContent(position, map) ? '（访客看不到）' : ''),
  );
  const brand = namesOf(firm, looks);
  const shell: Shell = {
    menu,
    brand,
    ...(menu && { row: rowOf(menu, brand, login !== undefined) }),
    ...(login !== undefined && { login }),
    ...(firm.wealthApp && { app: true as const }),
    ...(collector !== '' && { tracking: true }),
    ...(advisoryHost !== undefined && { advisoryHost }),
    ...shellOfFeatures,
    demo: demo === true,
    grey: skin === 'true',
  };
  const protectedTerms = [
    ...ownNames(firm),
    ...(readSettingValue<string[]>(protectedTermsSetting.value, terms) ?? []),
    ...(readSettingValue<ScriptWords>(scriptWordsSetting.value, words) ?? []).map(
      ({ written, traditional }): ProtectedTerm => [written, traditional],
    ),
  ];
  const facts = {
    protectedTerms,
    oldAddresses: oldAddressesOf(readSettingValue<OldAddresses>(oldAddressesSetting.value, old)),
    mapWith,
    registers: own.registers,
    isElsewhere: isOfAnother,
    contentElsewhere: upstreamChannels !== undefined,
    newsColumns: upstreamChannels?.columns() ?? [],
    lostRegisters: pages.lostRegisters,
    channels,
    firm,
    brand: brandOf(looks),
    shell,
    legal,
    siteUrl,
    collector,
    tips: upstreamChannels?.failed() === true && moment === 'now' ? [outcomes['no channels'].text] : [],
  };
  // former documents are of this store alone
  return {
    site: siteOf({ ...facts, map }),
    asVisitors: () => siteOf({ ...facts, map: mapOf({}, {}) }),
    pages: own,
  };
}

/**
 * US5: facts without registers that another system answers, which the own store does not know; provinces and cities
 * are fetched.
 */
function withoutElsewhere(
  facts: RegisterFacts,
  others: readonly RegisterDefinition[],
  regions: readonly ReferredRow[] | undefined,
): RegisterFacts {
  if (others.length === 0) return facts;
  const elsewhere = new Set(others.map(({ register }) => register));
  const own = <T>(all: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...all].filter(([register]) => !elsewhere.has(register)));
  const options = own(facts.options);
  if (regions && elsewhere.has('region')) options.set('region', regions);
  return { ...facts, options, dates: own(facts.dates), elsewhere };
}

/** A value from before its schema still names the firm as far as it can. */
export function firmOf(published: unknown, warn: SitesDeps['warn'] = () => {}): SiteSetting {
  const firm = readSettingValue<SiteSetting>(siteSetting.value, published);
  if (firm) return firm;
  if (published !== undefined) warn({ setting: siteSetting.name }, 'setting refused');
  const { name, hotline } = Object(published) as Partial<Record<string, unknown>>;
  return { ...ANONYMOUS, ...(typeof name === 'string' && { name }), ...(typeof hotline === 'string' && { hotline }) };
}

/** LG4: the firm's names that it writes otherwise in traditional script. */
const ownNames = ({ name, traditionalName, fullName, traditionalFullName }: SiteSetting): [string, string][] =>
  [[name, traditionalName] as const, [fullName, traditionalFullName] as const].flatMap(([written, traditional]) =>
    written && traditional ? [[written, traditional]] : [],
  );

/** SU24: names of the registers of businesses that the firm does not have. @param setting registers.absent as it is published */
export const absentOf = (setting: unknown): string[] =>
  (readSettingValue<AbsentRegisters>(absentRegistersSetting.value, setting) ?? []).map(({ register }) => register);

/** Path that needs no further parsing: there may be 20,000. */
const PLAIN_PATH = /^\/(?!\/)(?!.*\/\.)[\w/.-]*$/;

/** OA1 */
export function oldAddressesOf(setting: OldAddresses | undefined): OldAddressIndex {
  const to = new Map(
    (setting?.lines ?? []).flatMap((line) => {
      const read = readOldAddress(line);
      if (!read) return [];
      const { from, to } = read;
      if (PLAIN_PATH.test(to)) return [[oldAddressKey(from), SITE_BASE + to] as const];
      // address in the form for a header
      const url = URL.parse(to.startsWith('/') ? SITE_BASE + to : to, 'http://this.site');
      if (!url) return [];
      const location = url.host === 'this.site' ? url.pathname + url.search + url.hash : url.href;
      return [[oldAddressKey(from), location] as const];
    }),
  );
  return oldAddressIndex(to);
}

const rowOf = (menu: MenuItem[], { header, ...brand }: Shell['brand'], hasLogin: boolean): HeaderRow =>
  headerRow({ ...brand, titles: menu.map(({ title }) => title), hasLogin, isTwoRows: header !== undefined });

/** Names in every page: no more of the firm than scripts need. */
function namesOf(
  { name, englishName, hotline, department, email = '', englishSite }: SiteSetting,
  looks: BrandSetting | undefined,
): Shell['brand'] {
  const logo = logoOf(looks);
  return {
    name,
    englishName,
    hotline,
    email,
    department,
    ...(englishSite !== undefined && { englishSite }),
    ...(logo && { logo }),
    ...(looks?.header === 'two-rows' && { header: looks.header }),
  };
}
