import type { Link } from '#page/page-schema.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { BuildAssets } from '../draw/build-assets.ts';
import { writeDocument, type DocumentBytes } from '../draw/document.ts';
import { conversionFor, inScript, type Convert, type Mode } from './modes.ts';
import type { LoginForm, ShownFile, ShownFormerText } from '#page/bare-page.ts';
import type { Around, Renderer } from '../draw/renderer.ts';
import type { Site } from '../../site/site.ts';

/** Pages of the site that need neither data nor scripts: notices, the login's form, a file, a former text. */
export interface DrawDeps {
  renderer: Renderer;
  build: () => Promise<BuildAssets>;
  /** mode of the visitor; absent: standard version, simplified script */
  mode?: Mode;
  /** true for a page without scripts and their data, in a frame of the console */
  still?: boolean;
}

/** Known parts of the site; null before the first load. */
type Known = Pick<Site, 'shell' | 'surround' | 'brand' | 'protectedTerms'>;

export interface DrawnPage {
  kind: 'page';
  status: number;
  html: DocumentBytes;
  /** complete and the same for every visitor, so it may enter the page cache */
  isCacheable: boolean;
  /** US13: milliseconds since 1970 until which the page may be kept; absent: until a publication ends it */
  until?: number;
  /** the things that it was made of (store/publication/touched-things.ts); absent: it may be made of anything */
  madeOf?: ReadonlySet<string>;
}

/** Words of a notice where nothing more is known; an editor's reason replaces the second. */
const GENERAL_WORDS: Record<number, readonly [title: string, text: string]> = {
  403: ['暂时不能查看', '这项内容只向符合条件的投资者开放。'],
  404: ['没有找到这个页面', '网址可能输入有误，或页面已经移动。'],
  405: ['不支持这种请求方式', '这个地址只能查看，不能提交内容。'],
  410: ['这个页面已经撤下', '相关内容已不再公示。'],
  500: ['页面暂时无法显示', '服务器出现问题，我们已经记录，请稍后再试。'],
  503: ['服务暂时不可用', '系统正在恢复，请稍后再试。'],
};

const around = ({ mode }: DrawDeps, site: Known | null, convert: Convert | null): Around => ({
  base: SITE_BASE,
  shell: site?.shell ?? null,
  surround: site?.surround ?? null,
  elder: mode?.elder ?? false,
  traditional: mode?.traditional ?? false,
  convert,
});

/** Document that needs neither data nor scripts: never cached, never indexed. */
async function bareDocument(
  deps: DrawDeps,
  site: Known | null,
  {
    status,
    views = [],
    title,
    ...words
  }: { status: number; html: string; title: string; description: string; views?: string[] },
): Promise<DrawnPage> {
  const name = site && inScript(await conversionFor(deps.mode, site), site.shell.brand.name);
  const document = writeDocument(await deps.build(), {
    ...words,
    title: name ? `${title} - ${name}` : title,
    canonical: '',
    noindex: true,
    brand: site?.brand,
    mode: deps.mode,
    views,
    state: null,
    hasLogin: site?.shell.login !== undefined && !deps.still,
    shell: site?.shell,
  });
  return { kind: 'page', status, html: document, isCacheable: false };
}

export interface NoticeWords {
  title?: string;
  reason?: string;
  /** 410: when it was withdrawn */
  since?: Date;
  /** ways on before the one to the home page */
  links?: Link[];
}

/** A designed page for an outcome that is no content: never cached, never indexed, readable without scripts. */
export async function drawNotice(
  deps: DrawDeps,
  site: Known | null,
  status: number,
  words: NoticeWords = {},
): Promise<DrawnPage> {
  const [generalTitle, generalText] = GENERAL_WORDS[status] ?? GENERAL_WORDS[500]!;
  const title = words.title ?? generalTitle;
  const text = words.reason || generalText;
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderNotice(
    { status, title, text, since: words.since?.toISOString(), links: words.links ?? [] },
    around(deps, site, convert),
  );
  return bareDocument(deps, site, {
    status,
    html,
    title: inScript(convert, title),
    description: inScript(convert, text),
  });
}

/** SU1: the same for every address, because nothing of the site is known yet. */
export async function drawPreparing(deps: DrawDeps): Promise<DrawnPage> {
  const convert = await conversionFor(deps.mode, null);
  const html = await deps.renderer.renderPreparing(around(deps, null, convert));
  const title = inScript(convert, '网站正在准备');
  return bareDocument(deps, null, { status: 503, html, title, description: title });
}

/** LS1: a form to confirm one's identity, with no other way to log in around it. Never kept: it is one visitor's. */
export async function drawLogin(deps: DrawDeps, known: Known | null, form: LoginForm): Promise<DrawnPage> {
  const site = known && { ...known, shell: { ...known.shell, login: undefined } };
  const convert = await conversionFor(deps.mode, site);
  const named = (words: string) =>
    inScript(convert, words).replace(/\{(\w+)\}/g, (_, name: string) => form.names?.[name] ?? '');
  const html = await deps.renderer.renderLogin(form, around(deps, site, convert));
  return bareDocument(deps, site, {
    status: 200,
    html,
    title: named(form.title),
    description: named(form.text),
  });
}

/** Page of a feature with a question, without scripts. */
export interface BarePage {
  title: string;
  text: string;
  /** HTTP; absent: 200 */
  status?: number;
}

/**
 * Draws such a page, which is never kept: it is one visitor's. @param feature the name of its folder, in which the
 * view is found
 */
export async function drawFeaturePage(
  deps: DrawDeps,
  site: Known | null,
  feature: string,
  page: BarePage,
): Promise<DrawnPage> {
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderFeaturePage(feature, page, around(deps, site, convert));
  const [title, description] = [page.title, page.text].map((words) => inScript(convert, words));
  return bareDocument(deps, site, {
    status: page.status ?? 200,
    html,
    title: title!,
    description: description!,
    views: [FORM],
  });
}

/** the widget whose styles a form needs */
const FORM = 'visitor-form';
/** the widget whose styles authored text needs */
const AUTHORED = 'article-body';

/** FO2: a stored file inside a page of the site. `file` has passed the access check. */
export async function drawFile(deps: DrawDeps, site: Known | null, file: ShownFile): Promise<DrawnPage> {
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderFilePage(file, around(deps, site, convert));
  const title = inScript(convert, file.filename);
  return bareDocument(deps, site, { status: 200, html, title, description: title, views: [AUTHORED] });
}

/** Draws the text of an article before it was updated. */
export async function drawFormerText(deps: DrawDeps, site: Known | null, text: ShownFormerText): Promise<DrawnPage> {
  const convert = await conversionFor(deps.mode, site);
  const html = await deps.renderer.renderFormerText(text, around(deps, site, convert));
  const title = inScript(convert, `${text.title}（已更新的文本）`);
  return bareDocument(deps, site, { status: 200, html, title, description: title, views: [AUTHORED] });
}
