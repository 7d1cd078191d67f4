import { useParams } from 'react-router-dom';
import { PageEditor, purpose, usePageParts, usePageTitle } from '#kinds/page/console/Form.tsx';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import { useMe } from '../calls/use-calls.ts';
import { LinkButton } from '../parts/LinkButton.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { SubjectHistory } from '../take-up/SubjectHistory.tsx';

const ABOVE = [{ to: '/pages', name: '页面' }];

/** One page schema, or one that is not there yet. */
export function PageScreen() {
  const { page = '' } = useParams();
  const { data: me } = useMe();
  const parts = usePageParts(page);
  const titleOf = usePageTitle(page);
  const { data } = parts;
  const mayChange = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  const title = data && !data.answer ? `新建页面 ${page}` : titleOf(data?.answer?.document);
  return (
    <Screen
      title={title}
      above={ABOVE}
      purpose={purpose}
      actions={
        data?.answer &&
        mayChange && (
          <LinkButton to={`/copy?subject=page:${page}`} type="default">
            复制
          </LinkButton>
        )
      }
    >
      <Loaded of={parts}>
        {(found) => (
          <>
            <PageEditor key={`${page} ${found.answer?.mark}`} page={page} parts={found} mayChange={mayChange} />
            {found.answer && <SubjectHistory subject={`page:${page}`} name={`“${title}”`} mayChange={mayChange} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
