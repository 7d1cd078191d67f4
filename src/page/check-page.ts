import { isObject } from '#rules/json/json.ts';
import { checkBlock, type Facts } from './check-block.ts';
import { checkClaims, pathNames } from './check-claims.ts';
import { checkVisible } from './check-visible.ts';
import { checkLimits } from './document-limits.ts';
import { checkJson, short, typeName, withSuggestion } from './json-check.ts';
import { PLACES, type Claim, type Layout, type PageSchema } from './page-schema.ts';
import { claimParts, LAYOUTS, pageStructure } from './page-structure.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem } from './problems.ts';
import { upgradePage } from './upgrade-page.ts';
import { upgradeProps } from './upgrade-props.ts';

export type { Facts } from './check-block.ts';

/**
 * PS1: a page document with every problem it has. `page` is the document at the present version with claims as a list
 * and all defaults filled in; null when there is any problem. Never throws, whatever the document is. Server only.
 */
export function checkPage(document: unknown, facts: Facts): { page: PageSchema | null; problems: Problem[] } {
  const refused = (...problems: Problem[]) => ({ page: null, problems });
  if (!isObject(document))
    return refused({
      pointer: '',
      code: 'wrong-type',
      message: `A page is a JSON object, but this is ${typeName(document)}.`,
    });
  const beyond = checkLimits(document);
  if (beyond) return refused(beyond);
  const upgraded = upgradePage(structuredClone(document));
  if ('problem' in upgraded) return refused(upgraded.problem);

  const { document: page, problems: newer } = upgradeProps(upgraded.document, facts.widgets);
  if (newer.length > 0) return refused(...newer);
  const problems = checkJson(pageStructure, page, '');
  const { claims, problems: claimProblems } =
    page.for === undefined ? { claims: [], problems: [] } : checkClaims(page.for, facts.base ?? '');
  const blocks = Array.isArray(page.blocks) ? page.blocks : [];
  problems.push(...claimProblems, ...checkPlaces(page.layout, blocks));
  const origins = { channel: !claims.some((claim) => claimParts(claim).kind === 'path'), pathNames: pathNames(claims) };
  blocks.forEach((block, index) => {
    if (isObject(block)) problems.push(...checkBlock(block, pointerTo('blocks', index), facts, origins));
  });
  problems.push(...checkVisible(blocks, facts.sources));
  return problems.length > 0 ? refused(...problems) : { page: normalised(page, claims), problems };
}

function checkPlaces(layout: unknown, blocks: unknown[]): Problem[] {
  if (typeof layout !== 'string') return [];
  if (!LAYOUTS.includes(layout)) {
    return [
      withSuggestion(
        {
          pointer: '/layout',
          code: 'unknown-layout',
          message: `There is no layout ${short(layout)}; there are ${LAYOUTS.join(', ')}.`,
        },
        nearest(layout, LAYOUTS),
      ),
    ];
  }
  const places = PLACES[layout as Layout];
  return blocks.flatMap((block, index): Problem[] => {
    if (!isObject(block) || typeof block.place !== 'string' || places.includes(block.place)) return [];
    const message = `The layout ${layout} has no place ${short(block.place)}; it has ${places.join(', ')}.`;
    return [
      withSuggestion(
        { pointer: pointerTo('blocks', index, 'place'), code: 'unknown-place', message },
        nearest(block.place, places),
      ),
    ];
  });
}

function normalised({ $schema: _editor, ...page }: Record<string, unknown>, claims: Claim[]): PageSchema {
  return { ...page, for: claims } as unknown as PageSchema;
}
