import { formerTextsSetting } from '#page/settings/former-texts.ts';
import type { Moment } from '../publication/new-publication.ts';
import { findSetting } from '../documents/find-setting.ts';
import type { Db } from '../../db/tables.ts';
import { shownHtml } from './authored-key.ts';

/** A former text of an article, as its record of updates leads to it. */
export interface FormerText {
  title: string;
  /** sanitised */
  html: string;
  from: Date;
  to: Date;
}

export const areFormerTextsPublic = async (db: Db, moment: Moment): Promise<boolean> =>
  (await findSetting(db, moment, formerTextsSetting.name)) === true;

/**
 * A text of an article that is still public and was always open to everybody. It is undefined where the site does not
 * publish former texts, where the article was withdrawn, now or after that text, or where either text needs a level.
 * @param no of the publication that opened it
 */
export async function findFormerText(db: Db, articleId: number, no: number): Promise<FormerText | undefined> {
  if (!(await areFormerTextsPublic(db, 'now'))) return undefined;
  const open = db
    .selectFrom('article')
    .select('article_id')
    .where('article_id', '=', articleId)
    .where('public_to', 'is', null)
    .where('risk_level', 'is', null);
  const row = await db
    .selectFrom('article')
    .select(['title', 'content', 'public_from', 'public_to'])
    .where('article_id', '=', articleId)
    .where('opened_in', '=', no)
    .where('risk_level', 'is', null)
    .where('public_to', 'is not', null)
    .where(({ exists }) => exists(open))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('article as withdrawn')
            .select('withdrawn.article_id')
            .where('withdrawn.article_id', '=', articleId)
            .where('withdrawn.closed_reason', 'is not', null)
            .whereRef('withdrawn.public_from', '>=', 'article.public_from'),
        ),
      ),
    )
    .executeTakeFirst();
  return row && { title: row.title, html: shownHtml(row.content), from: row.public_from, to: row.public_to! };
}
