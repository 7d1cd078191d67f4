/**
 * Tells at the terminal what changes would do: one line for each thing, with its address on the site, without the base path.
 */
import type { SiteMap } from '#page/site-map.ts';
import { article } from '#kinds/article/index.ts';
import { kindOf } from '#kinds/index.ts';
import { page } from '#kinds/page/index.ts';
import { register } from '#kinds/register/index.ts';
import { rows } from '#kinds/rows/index.ts';
import type { PublicationChange } from '#server/store/publication/publication-changes.ts';
import { pathsOf } from './paths.ts';

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

/** One line for each change; a new article has no id yet. */
export const changeLines = (changes: readonly PublicationChange[], site: SiteMap): string[] =>
  changes.length === 0
    ? ['nothing: everything is public as the file says']
    : changes.map((change) => lineOf({ ...change, path: change.path || placesOf(site, change) }));

function placesOf(site: SiteMap, { kind, id }: PublicationChange): string {
  const of = kindOf({ kind });
  if (of !== page && of !== register && of !== rows) return '';
  return pathsOf(site, of === page ? 'page' : 'register', id).join(' ') || 'on no page of the site';
}

function lineOf({ kind, how, id, name, fields, rows, path }: PublicationChange): string {
  const isNew = kindOf({ kind }) === article && how === 'added';
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
