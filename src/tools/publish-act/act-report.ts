/**
 * What an act changes, for the terminal: one line for each thing, with its address on the site, without the base path.
 */
import type { SiteMap } from '#page/site-map.ts';
import { article } from '#kinds/article/index.ts';
import { kindOf } from '#kinds/index.ts';
import { page } from '#kinds/page/index.ts';
import { register } from '#kinds/register/index.ts';
import { rows } from '#kinds/rows/index.ts';
import type { PublicationChange } from '#server/store/publication-changes.ts';
import { pathsOf } from './act-site.ts';

/** Short fields: the line shows their values before and after. Of other fields it shows only the name. */
const SHORT = [
  'url',
  'name',
  'parent_id',
  'class_order',
  'type',
  'same_as',
  'department',
  'hidden',
  'freshness',
  'channel_id',
  'title',
  'top_flag',
  'risk_level',
  'category',
  'topic',
  'data_date',
];

/**
 * The lines about the changes of an act.
 * @param check true: nothing is stored, so a new article has no id yet
 */
export function changeLines(
  changes: readonly PublicationChange[],
  site: SiteMap,
  { check }: { check: boolean },
): string[] {
  return changes.length === 0
    ? ['nothing: everything is public as the act says']
    : changes.map((change) => lineOf({ ...change, path: change.path || placesOf(site, change) }, check));
}

function placesOf(site: SiteMap, { kind, id }: PublicationChange): string {
  const of = kindOf({ kind });
  if (of !== page && of !== register && of !== rows) return '';
  return pathsOf(site, of === page ? 'page' : 'register', id).join(' ') || 'on no page of the site';
}

function lineOf({ kind, how, id, name, fields, rows, path }: PublicationChange, check: boolean): string {
  const isNew = check && kindOf({ kind }) === article && how === 'added';
  const what = [how, kind, ...(isNew ? [] : [id]), ...(name === '' ? [] : [name])].join(' ');
  const differences = fields.map(({ field, before, after }) =>
    SHORT.includes(field) ? `${field} ${shown(before)} → ${shown(after)}` : field,
  );
  const counted = rows
    ? [
        `${rows.added} rows added, ${rows.changed} changed, ${rows.withdrew} withdrawn`,
        ...(rows.rewritten > 0 ? [`${rows.rewritten} rewritten by the definition`] : []),
      ]
    : [];
  const where = isNew ? path.replace(/\d+$/, '{id}') : path;
  return [what, [...counted, ...differences].join(', '), where].filter((part) => part !== '').join(': ');
}

const shown = (value: unknown): string => (value === null || value === '' ? '(none)' : String(value));
