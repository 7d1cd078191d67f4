import { fileURLToPath } from 'node:url';
import type { Claim, ResolvedBlock } from '#page/page-schema.ts';
import { explainPath, type Explanation } from '#page/explain-path.ts';
import { formatProblem } from '#page/problems.ts';
import { registryOf } from '#page/registry.ts';
import { buildSiteMap } from '#page/site-map.ts';
import { withoutBase } from '#rules/addresses/site-address.ts';
import { loadPages } from '#server/site/page-store.ts';
import { sources } from '#sources/index.ts';
import { widgets } from '#widgets/index.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { EXIT } from '#server/exit-codes.mjs';
import { phrase, type Sentence } from '#server/phrase.mjs';
import { runAsCommand, type GivenWords } from './command.ts';
import { explain } from './commands.ts';
import { printWords } from './print.ts';
import { loadStoredSite } from './stored-site.ts';

/**
 * `npm run explain -- /publicChannel/fundSaleStaff`: prints channel, page, claims, blocks, sources and params of an
 * address (PS3).
 */
async function main({ operands: [given = ''] }: GivenWords<typeof explain.options>): Promise<number> {
  const stored = await loadStoredSite(process.env);
  const pages = loadPages({
    dir: fileURLToPath(new URL('../../page-schemas', import.meta.url)),
    editions: stored.editions,
    widgets,
    sources,
  });
  const site = buildSiteMap({
    channels: stored.channels,
    pages: pages.index,
    registers: pages.registers,
    sources: registryOf('source', sources),
  });
  const explanation = explainPath(site, sitePath(given));
  // without a store, “no page” says little about the site the user means, so this is printed first
  printWords(
    (stored.stored ? [...linesOf(explanation), '', stored.from] : [stored.from, '', ...linesOf(explanation)]).join(
      '\n',
    ),
  );
  if (pages.problems.length > 0)
    printWords(
      [
        '',
        phrase({ zh: '有误而没有采用的文件：', en: 'Refused documents:' }),
        ...pages.problems.map(formatProblem),
      ].join('\n'),
    );
  return explanation.answer === 'nothing' || explanation.answer === 'lost' ? EXIT.problems : EXIT.done;
}

/** Accepts whole addresses, and paths with or without the base path. */
function sitePath(given: string): string {
  const path = /^https?:\/\//i.test(given) ? (URL.parse(given)?.pathname ?? given) : given.replace(/[?#].*$/s, '');
  const inside = withoutBase(SITE_BASE, path) ?? path;
  const tidy = inside.replace(/(.)\/+$/, '$1');
  return tidy.startsWith('/') ? tidy : `/${tidy}`;
}

function linesOf(explanation: Explanation): string[] {
  const { path, answer, redirect, channel, sameAs, page, blocks = [], canonical } = explanation;
  const lines = [`${path}`];
  if (answer === 'nothing')
    return [
      ...lines,
      phrase({
        zh: '  没有页面：没有页面以 path 认领它，没有栏目的 url 是它，也没有栏目下的内容（404）',
        en: '  no page: neither a path claim, nor a channel with this url, nor an item below one (404)',
      }),
    ];
  if (answer === 'lost')
    return [
      ...lines,
      phrase({
        zh: '  没有回答：一个有误的文件是它的页面，或可能是，又没有正确的可以代替（503）；运行中的服务可能知道它以前的内容',
        en: '  no answer: a refused document may be its page, or is, and no good one stands in (503); a running server may know what it last said',
      }),
    ];
  if (channel)
    lines.push(
      phrase({
        zh: `  栏目      ${channel.channelId} ${channel.name}（url ${channel.url || '/'}，内容 ${channel.contentKind ?? '不知道'}）`,
        en: `  channel    ${channel.channelId} ${channel.name} (url ${channel.url || '/'}, content ${channel.contentKind ?? 'not known'})`,
      }),
    );
  if (sameAs) {
    const shown = `${sameAs.channelId} ${sameAs.name} (url ${sameAs.url})`;
    lines.push(phrase({ zh: `  显示      ${shown}`, en: `  shows      ${shown}` }));
  }
  if (answer === 'redirect')
    return [
      ...lines,
      phrase({
        zh: `  转到      ${redirect}：自己没有内容，也没有页面以编号、url 或结尾认领它`,
        en: `  redirects  to ${redirect}: no content of its own and no page that claims it by id, url or ending`,
      }),
    ];
  const claimed = claimText(page!.claim);
  lines.push(
    phrase({
      zh: `  页面      ${page!.name}（layout ${page!.layout}），认领 ${claimed}`,
      en: `  page       ${page!.name} (layout ${page!.layout}) by ${claimed}`,
    }),
  );
  for (const { page: name, claim } of page!.over)
    lines.push(
      phrase({
        zh: `    先于    ${name}，认领 ${claimText(claim)}`,
        en: `    over     ${name} by ${claimText(claim)}`,
      }),
    );
  if (canonical !== path) lines.push(phrase({ zh: `  正式地址  ${canonical}`, en: `  canonical  ${canonical}` }));
  return [...lines, ...blocks.flatMap(blockLines)];
}

const claimText = (claim: Claim): string => JSON.stringify(claim);

function blockLines({ id, place, tab, widget, source }: ResolvedBlock): string[] {
  const drawn = `${widget}${source ? ` ← ${source.name}` : ''}`;
  const head = phrase({
    zh: `  区块      ${id}，位置 ${place}${tab === undefined ? '' : `，标签 ${tab}`}：${drawn}`,
    en: `  block      ${id} in ${place}${tab === undefined ? '' : `, tab ${tab}`}: ${drawn}`,
  });
  const params = Object.entries(source?.params ?? {}).map(([name, param]) =>
    'value' in param
      ? `    ${name} = ${JSON.stringify(param.value)}`
      : `    ${name} ← ?${param.address}=${param.default === undefined ? '' : phrase(elseWords(JSON.stringify(param.default)))}`,
  );
  return [head, ...params];
}

const elseWords = (value: string): Sentence => ({ zh: `（没有则 ${value}）`, en: ` (else ${value})` });

await runAsCommand(explain, main);
