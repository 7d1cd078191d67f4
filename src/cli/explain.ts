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
import { printError, printWords, tellUsage } from './print.ts';
import { loadStoredSite } from './stored-site.ts';

const USAGE =
  'Usage: npm run explain -- ADDRESS   which page answers, and why; for example /publicChannel/fundSaleStaff';

/**
 * `npm run explain -- /publicChannel/fundSaleStaff`: prints channel, page, claims, blocks, sources and params of an
 * address (PS3).
 */
async function main(args: string[]): Promise<number> {
  const told = tellUsage(args, USAGE);
  if (told !== null) return told;
  const [given = '', ...more] = args;
  if (given === '' || given.startsWith('-') || more.length > 0) {
    printError(USAGE);
    return 2;
  }
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
    printWords(['', 'Refused documents:', ...pages.problems.map(formatProblem)].join('\n'));
  return explanation.answer === 'nothing' || explanation.answer === 'lost' ? 1 : 0;
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
    return [...lines, '  no page: neither a path claim, nor a channel with this url, nor an item below one (404)'];
  if (answer === 'lost')
    return [
      ...lines,
      '  no answer: a refused document may be its page, or is, and no good one stands in (503); a running server may know what it last said',
    ];
  if (channel)
    lines.push(
      `  channel    ${channel.channelId} ${channel.name} (url ${channel.url || '/'}, content ${channel.contentKind ?? 'not known'})`,
    );
  if (sameAs) lines.push(`  shows      ${sameAs.channelId} ${sameAs.name} (url ${sameAs.url})`);
  if (answer === 'redirect')
    return [
      ...lines,
      `  redirects  to ${redirect}: no content of its own and no page that claims it by id, url or ending`,
    ];
  lines.push(`  page       ${page!.name} (layout ${page!.layout}) by ${claimText(page!.claim)}`);
  for (const { page: name, claim } of page!.over) lines.push(`    over     ${name} by ${claimText(claim)}`);
  if (canonical !== path) lines.push(`  canonical  ${canonical}`);
  return [...lines, ...blocks.flatMap(blockLines)];
}

const claimText = (claim: Claim): string => JSON.stringify(claim);

function blockLines({ id, place, tab, widget, source }: ResolvedBlock): string[] {
  const head = `  block      ${id} in ${place}${tab === undefined ? '' : `, tab ${tab}`}: ${widget}${source ? ` ← ${source.name}` : ''}`;
  const params = Object.entries(source?.params ?? {}).map(([name, param]) =>
    'value' in param
      ? `    ${name} = ${JSON.stringify(param.value)}`
      : `    ${name} from ?${param.address}=${param.default === undefined ? '' : ` (else ${JSON.stringify(param.default)})`}`,
  );
  return [head, ...params];
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  printError(error instanceof Error ? error.message : String(error));
  return 1;
});
