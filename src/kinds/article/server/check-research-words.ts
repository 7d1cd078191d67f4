import type { Prepared, PreparedChanges } from '../../define-store.ts';
import { setting } from '../../setting/index.ts';
import type { Publication } from '#server/store/rows/dated-rows.ts';
import { findSetting } from '#server/store/documents/find-setting.ts';
import type { ArticleChange } from './publish-articles.ts';
import { TAGS, tagsOf, TOPICS, topicsOf } from '#server/store/articles/research-words.ts';

/** Topics and tags that articles of an act name must be published, or come with the act. */
export async function checkResearchWords(
  publication: Publication,
  articles: readonly ArticleChange[],
  changes: PreparedChanges,
): Promise<void> {
  if (articles.every(({ row }) => row.topic === '' && row.tags.length === 0)) return;
  const settings = changes.written(setting) as readonly Prepared<{ id: string; document: unknown }>[];
  const valueOf = async (name: string) => {
    const given = settings.find(({ value }) => value.id === name);
    return given ? given.value.document : findSetting(publication.trx, 'now', name);
  };
  const topics = new Set(topicsOf(await valueOf(TOPICS)).map(({ code }) => code));
  const tags = new Set(tagsOf(await valueOf(TAGS)).map(({ id }) => id));
  for (const { position, row } of articles) {
    const add = (message: string) =>
      publication.problems.push({ change: position, message: `文章“${row.title.slice(0, 60)}”：${message}` });
    if (row.topic !== '' && !topics.has(row.topic)) add(`主题“${row.topic}”不在设置 ${TOPICS} 中`);
    for (const tag of row.tags) if (!tags.has(tag)) add(`标签“${tag}”不在设置 ${TAGS} 中`);
  }
}
