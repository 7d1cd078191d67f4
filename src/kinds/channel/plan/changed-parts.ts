import type { VerifyKind } from '#page/register-schema.ts';
import { verifiedKinds } from '#page/public-content.ts';
import { resolve } from '#page/resolve.ts';
import type { SiteMap } from '#page/site-map.ts';
import { diffLists } from '#rules/text/text-diff.ts';
import type { PlannedMenu } from '#wire/channel-answers.ts';

const HOME = '/';
const CHECKS: Readonly<Record<VerifyKind, string>> = { staff: '人员核验', product: '产品核验' };

/** SU22: what the home page shows, and what can be verified, where a publication makes it another. */
export function changedParts(before: SiteMap, after: SiteMap): PlannedMenu[] {
  const of = (title: string, partsOf: (site: SiteMap) => string[]): PlannedMenu => ({
    title,
    lines: diffLists(partsOf(before), partsOf(after)),
  });
  return [of('首页的内容', homeParts), of('核验', (site) => verifiedKinds(site).map((kind) => CHECKS[kind]))].filter(
    ({ lines }) => lines.some(({ how }) => how !== 'same'),
  );
}

/** Blocks of the home page by what stands above them, in their order. */
function homeParts(site: SiteMap): string[] {
  const page = resolve(site, HOME);
  if (!page || 'redirect' in page) return [];
  return page.blocks.flatMap(({ heading = '', tab = '' }) => {
    const title = [heading, tab].filter((words) => words !== '').join('：');
    return title === '' ? [] : [title];
  });
}
