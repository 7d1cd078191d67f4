import type { ArticleDocument } from '#kinds/article/index.ts';

/** Settings that name what articles are about. Their codes and ids stand in addresses, so they never change. */
export const TOPICS = 'research.topics';
export const TAGS = 'research.tags';

export interface Topic {
  code: string;
  name: string;
}

export interface ArticleTag {
  id: string;
  name: string;
  summary: string;
}

const ID = /^[a-z][a-z0-9-]{0,39}$/;
const MOST_TAGS = 8;

/** Problems of an article's topic and tags by themselves; whether they exist only the store knows. */
export function articleWordProblems({ topic = '', tags = [] }: Pick<ArticleDocument, 'topic' | 'tags'>): string[] {
  const problems: string[] = [];
  if (topic !== '' && !ID.test(topic)) problems.push(`主题“${topic.slice(0, 40)}”应为小写字母、数字和连接符`);
  if (tags.length > MOST_TAGS) problems.push(`标签超过${MOST_TAGS}个`);
  for (const tag of tags) if (!ID.test(tag)) problems.push(`标签“${tag.slice(0, 40)}”应为小写字母、数字和连接符`);
  if (new Set(tags).size < tags.length) problems.push('标签重复');
  return problems;
}

/** Reads a published setting; it was checked when it was published. */
export const topicsOf = (value: unknown): Topic[] =>
  (Array.isArray(value) ? (value as Topic[]) : []).map(({ code, name }) => ({ code, name }));

export const tagsOf = (value: unknown): ArticleTag[] =>
  (Array.isArray(value) ? (value as (Omit<ArticleTag, 'summary'> & { summary?: string })[]) : []).map(
    ({ id, name, summary = '' }) => ({ id, name, summary }),
  );
