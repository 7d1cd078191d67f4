import { textOfHtml } from '#server/store/articles/text-of-html.ts';
import { endsInForce, endsProblems, type ArticleEnds } from '#rules/editions/article-ends.ts';
import { gapProblem } from '#rules/registers/gaps.ts';
import { sql, type Selectable } from 'kysely';
import { nearest } from '#page/problems.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import { parseFilepath } from '#rules/files/filepath.ts';
import { visible, withoutIdle } from '#rules/text/hidden-characters.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ChannelPlan, ChannelRow } from '../../channel/server/publish-channels.ts';
import { closeAnew, closeRows, openRows, type ClosedBecause, type Publication } from '#server/store/rows/dated-rows.ts';
import { articleFileUses, type FileUse } from '#server/store/publication/file-uses.ts';
import type { PreparedWithdrawal } from '../../define-store.ts';
import { article as articleKind, ARTICLE_LIMITS, type ArticleDocument } from '../index.ts';
import { isMoment } from '#rules/time/moment-text.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { releaseProblems, tidyRelease } from './release.ts';
import { articleWordProblems } from '#server/store/articles/research-words.ts';
import type { Findings } from '#authored/findings.ts';
import { cleanHtml } from '#server/store/articles/clean-html.ts';
import { htmlProblem } from '#server/store/articles/html-limits.ts';
import { characterProblem, foldLookAlikes, isQuestion } from '#rules/text/damaged-text.ts';
import { textProblem } from '#server/store/publication/storable.ts';

/** RK1: product risk levels */
const RISK_LEVELS = ['9999', '0000', '0001', '0002', '0003', '0004'];

type ArticleContent = Selectable<
  Pick<
    Tables['article'],
    | 'channel_id'
    | 'title'
    | 'summary'
    | 'content'
    | 'source'
    | 'content_time'
    | 'top_flag'
    | 'image'
    | 'risk_level'
    | 'attachments'
    | 'topic'
    | 'tags'
    | 'category'
    | 'off_home'
    | 'ends'
  >
>;

export interface ArticleChange {
  /** in act.changes */
  position: number;
  articleId: number | null;
  /** AC2: what cleaning found in its HTML */
  findings: Findings;
  /** AC10: content_time null: the moment of the publication */
  row: Omit<ArticleContent, 'content_time'> & { content_time: Date | null };
}

/** The article as it will be stored, its HTML sanitised; undefined (with problems reported) when it cannot be. */
export async function prepareArticle(
  publication: Pick<Publication, 'problems'>,
  article: ArticleDocument,
  position: number,
): Promise<ArticleChange | undefined> {
  const time = timeOf(article);
  const problems = articleProblems(article, time);
  const { topFlag = 0, offHome = false } = article;
  const ends = endsInForce({
    ends: article.ends as ArticleEnds | undefined,
    isPinned: topFlag === 1,
    isOffHome: offHome,
  });
  problems.push(...endsProblems(ends, shanghaiDate(Date.now())));
  const title = plainLine(article.title);
  const { html, findings } = await cleanHtml(problems.length > 0 ? '' : (article.content ?? ''));
  const content = withoutIdle(foldLookAlikes(html));
  // SU7: as readers see it
  const { summary = '', source = '', category = '', attachments = [] } = article;
  const names = attachments.map(({ filename }) => filename);
  const unfilled = gapProblem([title, summary, source, category, ...names, textOfHtml(content)].join('\n'));
  if (unfilled) problems.push(unfilled);
  for (const problem of problems)
    publication.problems.push({ change: position, message: `文章“${title.slice(0, 60)}”：${problem}` });
  if (problems.length > 0) return undefined;
  return {
    position,
    articleId: article.articleId ?? null,
    findings,
    row: {
      channel_id: article.channelId,
      title,
      summary: foldLookAlikes(article.summary ?? '').trim(),
      content,
      source: plainLine(article.source ?? ''),
      content_time: time,
      top_flag: topFlag,
      image: article.image ?? '',
      risk_level: article.riskLevel ?? null,
      attachments: (article.attachments ?? []).map(({ filename, filepath, release }) => ({
        filename: plainLine(filename),
        filepath,
        ...(release && { release: tidyRelease(release) }),
      })),
      topic: article.topic ?? '',
      tags: article.tags ?? [],
      category: plainLine(article.category ?? ''),
      off_home: offHome,
      ends: ends && { ...ends, ...(ends.reason !== undefined && { reason: foldLookAlikes(ends.reason) }) },
    },
  };
}

/** On one line, and VA1: with ordinary characters for their look-alikes. */
const plainLine = (text: string): string =>
  foldLookAlikes(text.replaceAll(/[^\S\uFEFF]+/g, ' ').replaceAll(/^ | $/g, ''));

/** null: the moment at which it becomes public */
const timeOf = ({ contentTime }: ArticleDocument): Date | null =>
  contentTime === '' ? null : new Date(isMoment(contentTime) ? contentTime : Number.NaN);

function articleProblems(article: ArticleDocument, time: Date | null): string[] {
  const attachments = article.attachments ?? [];
  const texts: Record<string, string> = {
    标题: article.title,
    摘要: article.summary ?? '',
    正文: article.content ?? '',
    来源: article.source ?? '',
    分类: article.category ?? '',
    撤下的原因: article.ends?.reason ?? '',
  };
  const problems = Object.entries(texts).flatMap(([name, text]) => {
    const problem = textProblem(text) ?? (text === article.content ? null : lineProblem(text));
    return problem ? [name + problem] : [];
  });
  for (const { filename } of attachments) {
    // a mark of direction makes a program look like a document
    const problem = textProblem(filename) ?? characterProblem(plainLine(filename));
    if (problem) problems.push(`附件名“${visible(filename.slice(0, 60))}”${problem}`);
  }
  if (article.title.trim() === '') problems.push('标题不能为空');
  if (article.title.length > ARTICLE_LIMITS.title) problems.push(`标题超过${ARTICLE_LIMITS.title}字`);
  const tooMuch = htmlProblem(article.content ?? '');
  if (tooMuch) problems.push(`正文${tooMuch}`);
  if (time && Number.isNaN(time.getTime())) problems.push('发布时间不是有效的时间');
  else if (time && !isOfOurTime(time)) problems.push('发布时间的年份应在 1900 至 2199 之间');
  if (![undefined, 0, 1].includes(article.topFlag)) problems.push('置顶只能为 0 或 1');
  if (article.riskLevel !== undefined && !RISK_LEVELS.includes(article.riskLevel))
    problems.push(`风险等级“${article.riskLevel}”应为以下之一：${RISK_LEVELS.join('、')}`);
  if (article.image && !parseFilepath(article.image))
    problems.push(`图片路径“${article.image.slice(0, 100)}”不是已入库文件的路径`);
  problems.push(...articleWordProblems(article));
  if ((article.category ?? '').length > 20) problems.push('分类超过20字');
  for (const { filename, filepath, release } of attachments) {
    if (release)
      problems.push(...releaseProblems(release).map((problem) => `附件“${filename.slice(0, 60)}”的${problem}`));
    if (filename.trim() === '') problems.push('附件名不能为空');
    // '' is an attachment known to be missing; it is shown so (FO5)
    if (filepath !== '' && !parseFilepath(filepath))
      problems.push(`附件“${filename.slice(0, 60)}”的路径“${filepath.slice(0, 100)}”不是已入库文件的路径`);
  }
  return problems;
}

/** VA1: what a title, a summary or a source may not hold; marks at its end are a question that is asked with stress. */
function lineProblem(text: string): string | null {
  const line = plainLine(text);
  return characterProblem(isQuestion(line) ? line.replace(/\?{2,}$/, '？') : line);
}

/** Addresses, sorting and dates of four digits hold in between. */
const isOfOurTime = (time: Date): boolean =>
  time >= new Date('1900-01-01T00:00:00Z') && time < new Date('2199-12-31T00:00:00Z');

const OPEN_COLUMNS = [
  'row_id',
  'opened_in',
  ...articleKind.tables.article!.content,
] as never as (keyof Tables['article'])[];

/** Channel ids by position of the article; unknown channels are reported. */
export async function placeArticles(
  publication: Publication,
  changes: readonly ArticleChange[],
  plan: ChannelPlan,
): Promise<Map<number, number>> {
  const ids = await articleIds(publication, changes);
  for (const { position, row } of changes) {
    const channel = plan.after.get(row.channel_id);
    if (!channel && plan.refused.has(row.channel_id)) continue;
    const problem = channel
      ? channel.same_as && `栏目“${channel.name}”显示的是另一栏目的内容，请发布到原栏目 ${channel.same_as}`
      : row.channel_id === ''
        ? '栏目还没有选择'
        : `栏目 ${row.channel_id} 不存在${meantChannel(plan.after.values(), row.channel_id)}`;
    if (problem)
      publication.problems.push({ change: position, message: `文章“${row.title.slice(0, 60)}”：${problem}` });
  }
  return ids;
}

/**
 * Publishes new and changed articles. An article that is equal to its open row stays as it is; a withdrawn one may come
 * back under its id.
 */
export async function publishArticles(
  publication: Publication,
  changes: readonly ArticleChange[],
  ids: ReadonlyMap<number, number>,
  plan: ChannelPlan,
): Promise<Map<string, FileUse[]>> {
  const uses = new Map<string, FileUse[]>();
  if (changes.length === 0) return uses;
  const open = new Map((await openArticles(publication, [...ids.values()])).map((row) => [row.article_id, row]));
  const fresh = changes.flatMap(({ position, row }) => {
    const article = { article_id: ids.get(position)!, ...row, content_time: row.content_time ?? publication.at };
    const present = open.get(article.article_id);
    if (present && contentOf(present) === contentOf(article)) {
      open.delete(article.article_id);
      return [];
    }
    if (present) plan.touched.add(present.channel_id);
    plan.touched.add(article.channel_id);
    uses.set(`article:${article.article_id}`, articleFileUses(article));
    return [article];
  });
  await closeRows(publication, 'article', [...open.values()]);
  await openRows(publication, 'article', fresh);
  return uses;
}

/** Finds the channel by its name, too: whoever writes an act knows it by the site's words. */
function meantChannel(channels: Iterable<ChannelRow>, given: string): string {
  const known = [...channels];
  const word = nearest(
    given,
    known.flatMap(({ channel_id, name }) => [name, channel_id]),
  );
  const meant = word === undefined ? [] : known.filter(({ channel_id, name }) => name === word || channel_id === word);
  return meant.length === 0
    ? ''
    : `，是否应为 ${meant
        .slice(0, 3)
        .map(({ channel_id, name }) => `${channel_id}（${name}）`)
        .join('、')}？`;
}

async function openArticles({ trx }: Publication, ids: number[]) {
  return trx
    .selectFrom('article')
    .select(OPEN_COLUMNS)
    .where('public_to', 'is', null)
    .where('article_id', 'in', ids)
    .execute();
}

function contentOf(row: object): string {
  const content = articleKind.tables.article!.content.map((column) => (row as Record<string, unknown>)[column]);
  return canonicalJson(content.map((value) => (value instanceof Date ? value.toISOString() : value)));
}

/** Ids by position: the given ones, which must have been public once, those taken before, and new ones in order. */
async function articleIds(publication: Publication, changes: readonly ArticleChange[]): Promise<Map<number, number>> {
  const given = changes.flatMap(({ articleId }) => (articleId === null ? [] : [articleId]));
  const known = new Set<number>();
  if (given.length > 0) {
    const rows = await publication.trx
      .selectFrom('article')
      .select('article_id')
      .distinct()
      .where('article_id', 'in', given)
      .execute();
    for (const { article_id } of rows) known.add(article_id);
  }
  const taken = changes.filter(({ articleId, position }) => articleId === null && publication.ids.has(position));
  const fresh = await newIds(publication, changes.length - given.length - taken.length);
  const ids = new Map<number, number>();
  for (const { position, articleId } of changes) {
    if (articleId !== null && !known.has(articleId))
      publication.problems.push({ change: position, message: `文章 ${articleId} 不存在` });
    ids.set(position, articleId ?? publication.ids.get(position) ?? fresh.shift()!);
  }
  return ids;
}

async function newIds({ trx }: Publication, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{
    id: number;
  }>`select nextval('article_id_seq')::bigint as id from generate_series(1, ${count}::int)`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** Withdraws articles, with their files; one that is withdrawn already gets its new reason. */
export async function withdrawArticles(
  publication: Publication,
  withdrawn: readonly PreparedWithdrawal[],
  plan: ChannelPlan,
): Promise<Map<string, FileUse[]>> {
  if (withdrawn.length === 0) return new Map();
  const ids = withdrawn.map(({ id }) => Number(id));
  const open = new Map((await openArticles(publication, ids)).map((row) => [row.article_id, row]));
  for (const { position, id, because } of withdrawn) {
    const row = open.get(Number(id));
    if (row) {
      plan.touched.add(row.channel_id);
      await closeRows(publication, 'article', [row], because);
    } else if (!(await closeAnew(publication, 'article', Number(id), because))) {
      publication.problems.push({ change: position, message: `文章 ${id} 从未公开，无法撤下` });
    }
  }
  return new Map([...open.keys()].map((id) => [`article:${id}`, []]));
}

/** Articles of retired channels go with them, for the same reason. */
export async function withdrawChannelArticles(
  publication: Publication,
  channelId: string,
  because: ClosedBecause,
): Promise<Map<string, FileUse[]>> {
  const open = await publication.trx
    .selectFrom('article')
    .select(OPEN_COLUMNS)
    .where('public_to', 'is', null)
    .where('channel_id', '=', channelId)
    .execute();
  await closeRows(publication, 'article', open, because);
  return new Map(open.map(({ article_id }) => [`article:${article_id}`, []]));
}
