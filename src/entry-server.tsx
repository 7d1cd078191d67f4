/**
 * The server's door to the visitor's app: state in, HTML of #root out. No request is made here and nothing is kept
 * between two pages.
 */
import type { ComponentType, ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { LoginForm, Notice, ShownFile, ShownFormerText } from '#page/bare-page.ts';
import { visibleBlocks } from '#page/bind-params.ts';
import { Block } from '#page/Block.tsx';
import type { ResolvedBlock, Shell, SiteState, Surround } from '#page/page-schema.ts';
import { viewBlock } from '#page/view-block.ts';
import { viewOfExample, type Example } from '#page/widget-example.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { withBase, writeQuery } from '#rules/addresses/site-address.ts';
import { BasePath } from '#ui/base-path.ts';
import { nameFirm } from '#ui/phrase-breaks.ts';
import { loadParts } from '#ui/lazy-part.tsx';
import { drawIn } from '#ui/script/active-script.ts';
import type { Script } from '#ui/script/active-script.ts';
import { scriptOf } from '#ui/script/traditional-script.ts';
import { stillAddress } from './site/moves/address.ts';
import { FilePage } from './site/screens/FilePage.tsx';
import { FormerTextPage } from './site/screens/FormerTextPage.tsx';
import { LoginPage } from './site/screens/LoginPage.tsx';
import { NoticePage } from './site/screens/NoticePage.tsx';
import { PreparingPage } from './site/screens/PreparingPage.tsx';
import { HOME } from './site/notices/notices.ts';
import { ReadingContext } from './site/screens/reading-context.ts';
import { Footer } from './site/shell/Footer.tsx';
import { SideBar } from './site/shell/SideBar.tsx';
import { ShellFrame } from './site/screens/ShellFrame.tsx';
import type { Still } from './site/screens/ShellFrame.tsx';
import { withFixedMenu } from './site/shell/fixed-menu.ts';
import { SiteApp } from './site/SiteApp.tsx';
import type { Calls } from './site/answers/site-data.ts';
import { loadViews, viewOf } from './site/views.ts';

export interface Rendered {
  /** inside of #root */
  html: string;
  /** ids of blocks that show 内容暂时无法显示 because their widget is unknown or threw (WG3), for the log */
  failed: string[];
  /** names of the widgets drawn: src/widgets/{name}/View.tsx in Vite's manifest */
  views: string[];
  /** blocks whose scripts come when a visitor reaches for them */
  onUse: string[];
}

const refuse = () => Promise.reject(new Error('The server has loaded all data before it draws a page'));
const noCall = { get: refuse, post: refuse };
const noCalls: Calls = { told: noCall, quiet: noCall, beside: noCall, silent: noCall, upload: refuse };

/**
 * A page as HTML. A widget that throws spoils only its own frame: its result in `state.blocks` is replaced by a
 * failure. The list `state.onUse` names the blocks that wait for their scripts. So `state` must be written into the
 * page after this call, for the browser to hydrate the same.
 * @throws when the page cannot be drawn at all
 */
export async function render(
  state: SiteState,
  surround: Surround | null = null,
  convert: Convert | null = null,
): Promise<Rendered> {
  const script = scriptFor(convert);
  const blocks = visibleBlocks(state.page, state.query);
  await loadViews(blocks.map((block) => block.widget));
  await loadParts();
  // from here on nothing waits: the script that is drawn in is one for all
  const still = drawStill(surround, state.base, state.renderedAt, script);
  const unknown = blocks.filter((block) => !viewOf(block.widget)).map((block) => block.id);
  const views = [...new Set(blocks.map((block) => block.widget))].filter(viewOf);
  const drawn = (failed: string[]): Rendered => {
    const waits = blocks.filter(({ id, widget }) => viewOf(widget)?.hydrates === 'on-use' && state.blocks[id]?.ok);
    if (waits.length > 0) state.onUse = waits.map(({ id }) => id);
    else delete state.onUse;
    const now = new Set(blocks.filter((block) => !waits.includes(block)).map(({ widget }) => widget));
    return { html: drawSite(state, still, script), failed, views, onUse: views.filter((view) => !now.has(view)) };
  };
  try {
    return drawn(unknown);
  } catch (failure) {
    const broken = blocks.filter((block) => markBroken(block, blocks, state));
    if (broken.length === 0) throw failure;
    return drawn([...unknown, ...broken.map((block) => block.id)]);
  }
}

/** React's mark of a boundary below which something has thrown, where a browser would try it again. */
const THROWN = '<!--$!-->';

function drawSite(state: SiteState, still: Still, script: Script | null): string {
  const address = stillAddress(withBase(state.base, state.page.shownAt ?? state.page.path), writeQuery(state.query));
  nameFirm(state.shell.brand.name);
  const html = drawIn(script, () =>
    renderToString(<SiteApp state={state} calls={noCalls} still={still} address={address} />),
  );
  if (html.includes(THROWN)) throw new Error('A view that hydrates on use has thrown');
  return html;
}

/** Draws one block alone. @returns true when it throws; its result is then a failure */
function markBroken(block: ResolvedBlock, blocks: ResolvedBlock[], state: SiteState): boolean {
  const result = state.blocks[block.id];
  try {
    renderToString(
      <BasePath value={state.base}>
        <Block
          block={block}
          view={viewBlock(block, state.page, state.query, blocks)}
          module={viewOf(block.widget)}
          result={result}
          pending={false}
        />
      </BasePath>,
    );
    return false;
  } catch {
    state.blocks[block.id] = { ok: false, code: 'render', message: '' };
    return true;
  }
}

/** Surroundings of a page without data. */
export interface Around {
  /** the site's base path, '' for none */
  base: string;
  /** null where nothing is known of the site: the fixed menu stands in (CH7) */
  shell: Shell | null;
  surround: Surround | null;
  elder?: boolean;
  traditional?: boolean;
  convert?: Convert | null;
}

const bareShell: Shell = {
  menu: null,
  brand: { name: '', englishName: '', hotline: '', email: '', department: '' },
  demo: false,
};

/**
 * 404, 410, 500, 503: pages that need neither data nor scripts (RT9). @param notice its links stand before the
 * one to the home page
 */
export function renderNotice({ links, ...notice }: Notice, around: Around): string {
  return drawBare(around, () => <NoticePage {...notice} shell={around.shell ?? bareShell} links={[...links, HOME]} />);
}

/** FO2: what our own viewer shows of a stored file, as a page of the site that needs no scripts. */
export function renderFilePage(file: ShownFile, around: Around): string {
  return drawBare(around, () => <FilePage file={file} />);
}

/** Draws the text of an article before it was updated. */
export function renderFormerText(text: ShownFormerText, around: Around): string {
  return drawBare(around, () => <FormerTextPage text={text} />);
}

/** LS1: who one is, asked by a page that needs no scripts. */
export function renderLogin(form: LoginForm, around: Around): string {
  return drawBare(around, () => <LoginPage {...form} />);
}

/** Pages of features that need no scripts: site/Page.tsx in the feature's folder. */
const featurePages = import.meta.glob<{ Page: ComponentType<object> }>('./features/*/site/Page.tsx', { eager: true });

/** @param feature the name of its folder @throws where it has no page */
export function renderFeaturePage(feature: string, page: object, around: Around): string {
  const { Page } = featurePages[`./features/${feature}/site/Page.tsx`]!;
  return drawBare(around, () => <Page {...page} />);
}

/** SU1: what stands at every public address until the site is opened, without header and footer. */
export function renderPreparing({ convert = null }: Around): string {
  return drawIn(scriptFor(convert), () => renderToString(<PreparingPage />));
}

/** WG4: a widget alone, drawn from its example. @throws where there is none, or where it throws */
export async function renderWidget(name: string, example: Example, base: string): Promise<string> {
  await loadViews([name]);
  await loadParts();
  const block = {
    id: 'block',
    place: 'main',
    widget: name,
    props: example.props as ResolvedBlock['props'],
    source: null,
  };
  return renderToString(
    <BasePath value={base}>
      <Block
        block={block}
        view={viewOfExample(example)}
        module={viewOf(name)}
        result={{ ok: true, data: example.data }}
        pending={false}
      />
    </BasePath>,
  );
}

function drawBare(
  { base, shell, surround, elder = false, traditional = false, convert = null }: Around,
  content: () => ReactNode,
): string {
  const script = scriptFor(convert);
  const still = drawStill(surround, base, Date.now(), script);
  return drawIn(script, () =>
    renderToString(
      <BasePath value={base}>
        <ReadingContext value={{ elder, traditional, alive: false }}>
          <ShellFrame shell={withFixedMenu(shell ?? bareShell)} still={still} trail={[]} page={null}>
            <main>{content()}</main>
          </ShellFrame>
        </ReadingContext>
      </BasePath>,
    ),
  );
}

/** One text into another script. */
type Convert = (text: string) => string;

const scripts = new WeakMap<Convert, Script>();

function scriptFor(convert: Convert | null): Script | null {
  if (!convert) return null;
  const script = scripts.get(convert) ?? scriptOf(convert);
  scripts.set(convert, script);
  return script;
}

/**
 * The parts that are the same around all pages of a publication are drawn once a script; null is the script that all is
 * written in.
 */
const drawnStills = new WeakMap<Surround, Map<Script | null, { year: string; still: Still }>>();

/** Nothing is known of the firm: the brand of such a shell is empty, too. */
const nobody: Surround = { firm: { name: '', englishName: '', department: '', hotline: '' }, links: [] };

function drawStill(known: Surround | null, base: string, renderedAt: number, script: Script | null): Still {
  const surround = known ?? nobody;
  const year = shanghaiDate(renderedAt).slice(0, 4);
  const byScript = drawnStills.get(surround) ?? new Map<Script | null, { year: string; still: Still }>();
  drawnStills.set(surround, byScript);
  const drawn = byScript.get(script);
  if (drawn?.year === year) return drawn.still;
  const part = (content: ReactNode) => renderToStaticMarkup(<BasePath value={base}>{content}</BasePath>);
  const still = drawIn(script, () => ({
    side: part(<SideBar {...surround} />),
    footer: part(<Footer {...surround} year={year} />),
  }));
  byScript.set(script, { year, still });
  return still;
}
