import { writtenOf } from '#kinds/changes.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { mayDoSomewhere } from '#rules/staff-rights.ts';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';
import { isCallFailed } from '../calls/call.ts';
import { ONCE, useMe, useRead } from '../calls/use-calls.ts';
import { ReturnReason, returnReason } from '../editions/ReturnReason.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import { isJson, newPage } from './page-document.ts';
import { PageEditor, type PageDraft } from './PageEditor.tsx';
import './pages.css';

const ABOVE = [{ to: '/pages', name: '页面' }];
const PURPOSE =
  '左边修改，右边随改随看。表单和 JSON 是同一份文档的两种写法，表单里没有的内容保持原样。保存后成为稿件，由他人审核通过后才会公开。';
/** errors.notFound of the server */
const NO_SUCH = '1004';

/** One page schema, or one that is not there yet. */
export function PageScreen() {
  const { page = '' } = useParams();
  const [search] = useSearchParams();
  const editionId = search.get('edition') ?? '';
  const { data: me } = useMe();
  const { data: facts, error: factsError, mutate: factsAgain } = useRead('GET /page-facts', {}, ONCE);
  const { data, error, mutate } = useRead('GET /page-schemas/:page', { page }, ONCE);
  const {
    data: draft,
    error: draftError,
    mutate: again,
  } = useRead('GET /editions/:editionId', editionId === '' ? null : { editionId: Number(editionId) }, ONCE);
  const isNew = isCallFailed(error) && error.code === NO_SUCH;
  const found: PageSchemaAnswer | undefined = isNew
    ? { page, from: 'built-in', since: '', document: newPage(page), mark: '', editions: [], problems: [], path: '' }
    : data;
  const failure = factsError ?? (isNew ? undefined : error) ?? draftError;
  const title =
    found && isJson(found.document) && typeof found.document.title === 'string' ? found.document.title : page;
  const isLoaded = facts && found && (editionId === '' || draft);
  const changes = draft?.shown.changes ?? [];
  const own = writtenOf(pageKind, changes).find(({ id }) => id === page);
  const why = draft
    ? draft.may.save || (changes.length > 1 || !own ? '这份稿件不只含这个页面，不能在这里修改。' : '')
    : '';
  return (
    <Screen title={isNew ? `新建页面 ${page}` : title} above={ABOVE} purpose={PURPOSE}>
      {failure !== undefined && (
        <Failure error={failure} retry={() => void Promise.all([factsAgain(), mutate(), again()])} />
      )}
      {failure === undefined && !isLoaded && <Loading />}
      {failure === undefined && why !== '' && <EmptyNote title={why} />}
      {draft && <ReturnReason words={returnReason(draft)} />}
      {failure === undefined && isLoaded && why === '' && (
        <PageEditor
          key={`${page} ${found.mark} ${editionId} ${draft?.version}`}
          answer={found}
          isNew={isNew}
          facts={facts}
          mayChange={me !== undefined && mayDoSomewhere(me.grants, 'page.change')}
          {...(draft && {
            draft: { ...draft, document: own?.document, isOutdated: draft.outdated.length > 0 } satisfies PageDraft,
          })}
        />
      )}
    </Screen>
  );
}
