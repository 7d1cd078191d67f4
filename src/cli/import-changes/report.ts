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
import { phrase, type Sentence } from '#server/phrase.mjs';

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
  'off_home',
  'data_date',
];

/** One line for each change; a new article has no id yet. */
export const changeLines = (changes: readonly PublicationChange[], site: SiteMap): string[] =>
  changes.length === 0
    ? [phrase({ zh: '没有变化：公开的内容已与文件一致', en: 'nothing: everything is public as the file says' })]
    : changes.map((change) => lineOf({ ...change, path: change.path || placesOf(site, change) }));

function placesOf(site: SiteMap, { kind, id }: PublicationChange): string {
  const of = kindOf({ kind });
  if (of !== page && of !== register && of !== rows) return '';
  return (
    pathsOf(site, of === page ? 'page' : 'register', id).join(' ') ||
    phrase({ zh: '不在网站的任何页面上', en: 'on no page of the site' })
  );
}

function lineOf({ kind, how, id, name, fields, rows, path }: PublicationChange): string {
  const isNew = kindOf({ kind }) === article && how === 'added';
  const what = [
    phrase(HOW[how]),
    phrase({ zh: kindOf({ kind }).title, en: kind }),
    ...(isNew ? [] : [id]),
    ...(name === '' ? [] : [name]),
  ].join(' ');
  const differences = fields.map(({ field, before, after }) =>
    SHORT.includes(field) ? `${field} ${shown(before)} → ${shown(after)}` : field,
  );
  const counted = rows
    ? [
        phrase({
          zh: `新增 ${rows.added} 行，修改 ${rows.changed} 行，撤下 ${rows.withdrew} 行`,
          en: `${rows.added} rows added, ${rows.changed} changed, ${rows.withdrew} withdrawn`,
        }),
        ...(rows.rewritten > 0
          ? [
              phrase({
                zh: `因定义改写 ${rows.rewritten} 行`,
                en: `${rows.rewritten} rewritten by the definition`,
              }),
            ]
          : []),
      ]
    : [];
  const where = isNew ? path.replace(/\d+$/, '{id}') : path;
  return [what, [...counted, ...differences].join(', '), where].filter((part) => part !== '').join(': ');
}

const shown = (value: unknown): string =>
  value === null || value === '' ? phrase({ zh: '（无）', en: '(none)' }) : String(value);

const HOW: Readonly<Record<PublicationChange['how'], Sentence>> = {
  added: { zh: '新增', en: 'added' },
  changed: { zh: '修改', en: 'changed' },
  withdrew: { zh: '撤下', en: 'withdrew' },
};
