import { Link, Navigate, useParams } from 'react-router-dom';
import { kindOfForm } from '#kinds/change-words.ts';
import { editors } from '#kinds/forms.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { RightMissing } from '../shell/Notices.tsx';
import { useOnce } from './use-once.ts';

/** An edition of any kind, gone on with where it was: begun, submitted or returned. */
export function EditEdition() {
  const { editionId = '' } = useParams();
  const loaded = useOnce('GET /editions/:editionId', { editionId: Number(editionId) });
  const title = loaded.data?.title;
  return (
    <Screen
      title={title === undefined ? '修改稿件' : `修改稿件：${title}`}
      above={[
        { to: '/editions', name: '稿件' },
        { to: `/editions/${editionId}`, name: `第 ${editionId} 号` },
      ]}
      purpose="保存后成为这份稿件的新一版，由他人审核通过后才会公开。填写的内容随时保存在当前浏览器标签页里，不会因为刷新或登录结束而丢失。"
    >
      <Loaded of={loaded}>{(edition) => <Edited key={edition.editionId} edition={edition} />}</Loaded>
    </Screen>
  );
}

function Edited({ edition }: { edition: FoundEdition }) {
  const { editionId, inWizard, may, rights, shown } = edition;
  const kind = kindOfForm(shown.changes);
  if (inWizard) return <Navigate to={`/new-channel/again/${editionId}`} replace />;
  const why = may.save || (kind ? '' : '这份稿件含有几种内容，没有一个表单能显示全部，不能在这里修改。');
  if (why !== '' || !kind?.form) {
    return (
      <EmptyNote title={why}>
        <Link to={`/editions/${editionId}`}>返回稿件</Link>
      </EmptyNote>
    );
  }
  if (!rights.includes(kind.form.right)) return <RightMissing act={kind.form.right} />;
  const Editor = editors[kind.name]!;
  return <Editor edition={edition} />;
}
