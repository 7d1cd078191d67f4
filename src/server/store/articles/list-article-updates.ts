import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { Moment } from '../publication/new-publication.ts';

/** One text of an article that was public, and what in it was new. */
export interface ArticleUpdate {
  /** number of the publication that opened it */
  no: number;
  at: Date;
  /** names of what a reader sees that changed; none: the first */
  changed: string[];
  /** true where it was not restricted, and not withdrawn */
  isOpen: boolean;
}

interface Version {
  no: number;
  at: Date;
  title: string;
  summary: string;
  /** stands for the content, which may be long */
  content: string;
  attachments: string;
  risk_level: string | null;
  closed_reason: string | null;
}

const SEEN = { 标题: 'title', 摘要: 'summary', 正文: 'content', 附件: 'attachments' } as const satisfies Record<
  string,
  keyof Version
>;

/** The texts of an article that were public until a moment, the newest first; a change that no reader sees is none. */
export async function listArticleUpdates(db: Db, moment: Moment, articleId: number): Promise<ArticleUpdate[]> {
  const versions = await db
    .selectFrom('article')
    .select([
      'opened_in as no',
      'public_from as at',
      'title',
      'summary',
      'risk_level',
      'closed_reason',
      sql<string>`md5(content)`.as('content'),
      sql<string>`attachments::text`.as('attachments'),
    ])
    .where('article_id', '=', articleId)
    .$if(moment !== 'now', (query) => query.where('public_from', '<=', moment as Date))
    .orderBy('public_from')
    .orderBy('row_id')
    .execute();
  // a withdrawn text stays so when the article comes back
  const withdrawn = versions.findLastIndex(({ closed_reason }) => closed_reason !== null);
  const updates = versions.flatMap((version, at): ArticleUpdate[] => {
    const before = versions[at - 1];
    const changed = before
      ? Object.entries(SEEN).flatMap(([name, field]) => (version[field] === before[field] ? [] : [name]))
      : [];
    return before && changed.length === 0
      ? []
      : [{ no: version.no, at: version.at, changed, isOpen: version.risk_level === null && at > withdrawn }];
  });
  return updates.reverse();
}
