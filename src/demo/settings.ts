import { bannersSetting } from '#page/settings/banners.ts';
import { tagsSetting, topicsSetting } from '#page/settings/research.ts';
import type { Word } from '#page/schema-words.ts';
import { searchWordsSetting } from '#page/settings/search-words.ts';
import { siteSetting } from '#page/settings/site.ts';
import { readTexts } from './read-texts.ts';

/** A setting from its file, as the console would accept it. */
const setting = <T>({ name, value }: { name: string; value: Word<T> }): T =>
  readTexts(new URL(`./settings/${name}.json`, import.meta.url), value);

/** Words of header and footer about the firm. The market authorities are real; the firm and its group are invented. */
const site = setting(siteSetting);

/** Topics of the hot list (热点聚焦). */
export const researchTopics = setting(topicsSetting);

/** Tags of research articles: each stands for a question that readers often ask. */
export const researchTags = setting(tagsSetting);

export const HOTLINE = site.hotline;
export const EMAIL = site.email ?? '';
/** Address of the head office. */
export const ADDRESS = site.addresses?.[0]?.text ?? '';

/** Settings of the demonstration; the search words are words of visitors of a broker, each with what pages call it. */
export const demoSettings: Record<string, unknown> = {
  site,
  'research.topics': researchTopics,
  'research.tags': researchTags,
  demo: true,
  banners: setting(bannersSetting),
  'search.words': setting(searchWordsSetting),
  'webparam.sys.skin_zq': 'false',
  'webparam.sys.tracking': '',
};
