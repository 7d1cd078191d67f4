import { article as articleKind } from '#kinds/article/index.ts';
import { documentIn } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import type { ChangedArticles } from '#wire/work-answers.ts';
import { createEdition } from '../editions/draft/create-edition.ts';
import { publicRevisions } from '../editions/publish/public-revisions.ts';
import { checkEdition, invalidEdition } from '../editions/review/check-edition.ts';
import { publicChange } from '../editions/review/public-change.ts';
import { articleAfter, titleOfAct, type ActOnArticles } from '../editions/work/article-acts.ts';
import { openEditions } from '../store/articles/find-articles-to-edit.ts';
import { reachOf } from './authorize.ts';
import type { SignedIn } from './define-console-call.ts';
import { rightLacking } from './edition-rights.ts';
import { readOwnDraft } from './own-draft.ts';

interface Changed {
  articleId: number;
  title: string;
  change: Change;
}
type Refusal = ChangedArticles['refused'][number];

/**
 * LW5: one draft that changes several public articles by one act. What cannot be changed is left out with its reason,
 * and takes nothing from the others. The draft goes through review as any other.
 * @throws Refused invalidInput where their texts are too long for one edition, invalidEdition
 */
export async function changeArticles(
  context: SignedIn,
  articleIds: readonly number[],
  given: ActOnArticles,
): Promise<ChangedArticles> {
  const { db, site, actor, publishContext } = context;
  const subjects = articleIds.map((id) => `article:${id}`);
  // revisions from before the contents are read: what is published in between is noticed
  const base = await publicRevisions(db, subjects);
  const open = await openEditions(db, subjects, reachOf(context, 'content.read'));
  const refused: Refusal[] = [];
  const changed: Changed[] = [];
  for (const articleId of articleIds) {
    const subject = `article:${articleId}`;
    const found = documentIn(articleKind, await publicChange({ db }, site, subject, undefined, { storesRows: false }));
    const lacking = found && (await rightLacking([{ kind: 'article', document: found }], context));
    const refuse = (reason: string, editionId: number | null = null): number =>
      refused.push({ articleId, reason, editionId });
    if (!found) refuse('没有这篇公开的文章，它可能已经撤下');
    else if (lacking !== '') refuse(`您对这个栏目没有“${lacking}”的权限`);
    else {
      const waiting = open.get(subject);
      const after = articleAfter(found, given);
      if (waiting) refuse('已有一份未发布的稿件，请在那份稿件中修改', waiting.editionId);
      else if (typeof after === 'string') refuse(after);
      else {
        const change: Change = { kind: 'article', document: after };
        const missing = await rightLacking([change], context);
        if (missing === '') changed.push({ articleId, title: found.title, change });
        else refuse(`您对目标栏目没有“${missing}”的权限`);
      }
    }
  }
  const good = await publishable(context, given, changed, refused);
  if (good.length === 0) return { edition: null, done: [], refused };
  const title = titleOfAct(
    given,
    good.map((one) => one.title),
  );
  const draft = await readOwnDraft({ title, changes: good.map(({ change }) => change) }, {}, context);
  const problems = good.length < changed.length ? await checkEdition(publishContext, draft) : [];
  if (problems.length > 0) throw invalidEdition(problems);
  const { editionId, version } = await createEdition(db, site, actor, draft, base);
  return { edition: { editionId, version, title }, done: good.map(({ articleId }) => articleId), refused };
}

/** The articles that could be published so; the others join the refused, each with what is wrong with it. */
async function publishable(
  context: SignedIn,
  given: ActOnArticles,
  changed: readonly Changed[],
  refused: Refusal[],
): Promise<Changed[]> {
  if (changed.length === 0) return [];
  const title = titleOfAct(
    given,
    changed.map((one) => one.title),
  );
  const draft = await readOwnDraft({ title, changes: changed.map(({ change }) => change) }, {}, context);
  const problems = await checkEdition(context.publishContext, draft);
  const ofAll = problems.filter(({ change }) => change === null);
  if (ofAll.length > 0) throw invalidEdition(ofAll);
  return changed.filter(({ articleId }, at) => {
    const own = problems.filter(({ change }) => change === at).map(({ message }) => message);
    if (own.length > 0) refused.push({ articleId, reason: own.join('；'), editionId: null });
    return own.length === 0;
  });
}
