import type { Selectable } from 'kysely';
import { audienceNote } from '#kinds/register/register-words.ts';
import type { Rhythm } from '#rules/editions/rhythm.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { Refused } from '#server/errors.ts';
import type { Site } from '#server/site/site.ts';
import type { TemplateDocument } from '../template.ts';

export interface StoredTemplate extends Omit<Selectable<Tables['article_template']>, 'document' | 'rhythm'> {
  document: TemplateDocument;
  rhythm: Rhythm | null;
  /** name of the person whom editions are proposed to */
  responsible: string | null;
  changed_by_name: string | null;
}

const all = (db: Db) =>
  db
    .selectFrom('article_template')
    .leftJoin('staff as responsible', 'responsible.staff_id', 'article_template.staff_id')
    .leftJoin('staff as changed', 'changed.staff_id', 'article_template.changed_by')
    .selectAll('article_template')
    .select(['responsible.name as responsible', 'changed.name as changed_by_name'])
    .where('removed_at', 'is', null);

/** Templates in use, by name. */
export const listTemplates = async (db: Db): Promise<StoredTemplate[]> =>
  (await all(db).orderBy('article_template.name').orderBy('template_id').execute()) as StoredTemplate[];

/** @throws Refused invalidInput where there is none */
export async function getTemplate(db: Db, templateId: number): Promise<StoredTemplate> {
  const found = await all(db).where('template_id', '=', templateId).executeTakeFirst();
  if (!found) throw new Refused('invalidInput', '没有这个模板，它可能已经删除', { field: 'templateId' });
  return found as StoredTemplate;
}

type KnownSite = Pick<Site, 'channel' | 'registers'>;

/** TP4: parts of a template that are gone, in words; it can still be filled in by hand. */
export function goneIn({ channel_id, document }: StoredTemplate, site: KnownSite): string[] {
  const gone = site.channel(channel_id) ? [] : ['栏目已不存在，使用时请另选栏目'];
  const { register, fields } = document;
  const columns = fields.filter(({ type }) => type === 'column');
  if (register === '' || columns.length === 0) return gone;
  const definition = site.registers.get(register);
  if (!definition) return [...gone, `登记表“${register}”已不存在，有关字段请手工填写`];
  const lost = columns.flatMap(({ name, column }) => (isShown(site, register, column) ? [] : [`“${name}”`]));
  return lost.length === 0 ? gone : [...gone, `登记表不再公开${lost.join('、')}取自的列，请手工填写`];
}

/** Whether everybody may read a column: hidden ones get into no text by a template. */
export function isShown({ registers }: KnownSite, register: string, column: string): boolean {
  const definition = registers.get(register);
  return (
    definition !== undefined &&
    Object.hasOwn(definition.fields, column) &&
    !definition.fields[column]!.restricted &&
    audienceNote(definition, column) !== '（不公开）'
  );
}
