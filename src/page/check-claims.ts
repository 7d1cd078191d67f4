import { isObject } from '#rules/json/json.ts';
import { checkJson, short, typeName, withSuggestion } from './json-check.ts';
import type { Claim } from './page-schema.ts';
import { CLAIM_KINDS, CLAIM_WORDS, claimParts, type ClaimKind } from './page-structure.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import { nearest, type Problem } from './problems.ts';

/**
 * The claims of a page (PS3): the right ones, and the problems of the others. `base` is the site's base path.
 */
export function checkClaims(value: unknown, base: string): { claims: Claim[]; problems: Problem[] } {
  const given = Array.isArray(value) ? value : [value];
  const claims: Claim[] = [];
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  given.forEach((item, index) => {
    const pointer = Array.isArray(value) ? pointerTo('for', index) : '/for';
    const wrong = checkClaim(item, pointer, base);
    problems.push(...wrong);
    if (wrong.length > 0) return;
    const claim = item as Claim;
    const key = JSON.stringify(claim);
    const first = seen.get(key);
    if (first !== undefined)
      problems.push({ pointer, code: 'repeated-claim', message: `The claim ${key} already stands at ${first}.` });
    seen.set(key, pointer);
    claims.push(claim);
  });
  return { claims, problems };
}

function checkClaim(item: unknown, pointer: string, base: string): Problem[] {
  if (!isObject(item))
    return [
      {
        pointer,
        code: 'wrong-type',
        message: `A claim should be an object such as {"channel": "…"}, but is ${typeName(item)}.`,
      },
    ];
  const names = Object.keys(item);
  const unknown = names.filter((name) => !CLAIM_KINDS.includes(name as ClaimKind));
  if (unknown.length > 0) {
    return unknown.map((name) =>
      withSuggestion(
        {
          pointer: pointer + pointerTo(name),
          code: 'unknown-claim',
          message: `A page cannot be for "${name.slice(0, 40)}"; it can be for ${CLAIM_KINDS.join(', ')}.`,
        },
        nearest(name, CLAIM_KINDS),
      ),
    );
  }
  if (names.length !== 1)
    return [
      {
        pointer,
        code: 'unknown-claim',
        message: `A claim says exactly one of ${CLAIM_KINDS.join(', ')}; several claims are written as a list.`,
      },
    ];
  const kind = names[0] as ClaimKind;
  const at = pointer + pointerTo(kind);
  return unreachable(kind, item[kind], at, base) ?? checkJson(CLAIM_WORDS[kind], item[kind], at);
}

/** Claims that are well-formed to an author's eye, and that no address ever meets. */
function unreachable(kind: ClaimKind, value: unknown, pointer: string, base: string): Problem[] | null {
  if (typeof value !== 'string') return null;
  const no = (why: string, suggestion?: string): Problem[] => [
    withSuggestion(
      { pointer, code: 'unreachable-claim', message: `${short(value)} is never reached: ${why}.` },
      suggestion,
    ),
  ];
  if (kind === 'url' && /^https?:/i.test(value)) return no('a channel with an external address is only a link');
  if (kind === 'url' && value.startsWith('/'))
    return no('the url of a channel has no slash in front', value.replace(/^\/+/, ''));
  if (kind === 'path' && value !== '/' && value.endsWith('/'))
    return no('addresses are redirected to their form without a slash at the end', value.replace(/\/+$/, '') || '/');
  if (kind === 'path' && base !== '' && (value === base || value.startsWith(`${base}/`)))
    return no(`paths are written without the base ${base}`, value.slice(base.length) || '/');
  return null;
}

/** Names of the address's path segments that every one of the claims provides. */
export function pathNames(claims: readonly Claim[]): Set<string> {
  const each = claims.map((claim) => {
    const { kind, value } = claimParts(claim);
    if ((kind === 'contentKind' && value === 'detail') || (kind === 'url' && value.endsWith('/detail'))) return ['id'];
    return kind === 'path' ? [...value.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!) : [];
  });
  return new Set((each[0] ?? []).filter((name) => each.every((names) => names.includes(name))));
}
