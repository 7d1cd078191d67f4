import type { ComponentType, ReactNode } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { kindOfForm, partsOfEdition } from '#kinds/edition-parts.ts';
import { editors } from '#kinds/forms.ts';
import type { AnyKind } from '#kinds/index.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { MissingScreen, RightMissing } from '../parts/Notices.tsx';
import { PartProvider } from './edition-part.ts';
import { EditionParts } from './EditionParts.tsx';
import { useOnce } from './use-once.ts';

/** Parts beside the forms of an edition. */
type Beside = ComponentType<{ edition: FoundEdition }>;

/** An edition of any kind, gone on with where it was: begun, submitted or returned. */
export function EditEdition({ beside }: { beside: Beside }) {
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
      purpose="保存后成为这份稿件的新一版，由他人审核通过后才会公开。填写的内容随时保存，刷新、登录结束或换一台电脑都能接着填。"
    >
      <Loaded of={loaded}>{(edition) => <Edited key={edition.editionId} edition={edition} beside={beside} />}</Loaded>
    </Screen>
  );
}

/** The forms of an edition, for whoever may change it. */
export function Edited({ edition, beside }: { edition: FoundEdition; beside?: Beside }) {
  const { editionId, inWizard, may, shown } = edition;
  const [search] = useSearchParams();
  if (inWizard) return <Navigate to={`/new-channel/again/${editionId}`} replace />;
  if (may.save !== '') {
    return (
      <EmptyNote title={may.save}>
        <Link to={`/editions/${editionId}`}>返回稿件</Link>
      </EmptyNote>
    );
  }
  const whole = kindOfForm(shown.changes);
  if (whole)
    return (
      <WithParts edition={edition} beside={beside}>
        <FormOf kind={whole} edition={edition} />
      </WithParts>
    );
  const part = partsOfEdition(shown.changes)[Number(search.get('part') ?? NaN)];
  const kind = part?.kinds.find(({ name }) => name === search.get('form'));
  if (!part || !kind)
    return (
      <WithParts edition={edition} beside={beside}>
        <EditionParts edition={edition} />
      </WithParts>
    );
  return (
    // one form is not gone on with for another part
    <PartProvider
      key={`${part.subjects.join(' ')} ${kind.name}`}
      value={{ subjects: part.subjects, changes: shown.changes, version: shown.version }}
    >
      <p>
        <Link to={`/editions/${editionId}/edit`}>← 这份稿件的各部分</Link>
      </p>
      <WithParts edition={edition} beside={beside}>
        <FormOf kind={kind} edition={{ ...edition, shown: { ...shown, changes: [...part.changes] } }} />
      </WithParts>
    </PartProvider>
  );
}

/** The form of a kind, for who may use it. */
function FormOf({ kind: { name, form }, edition }: { kind: AnyKind; edition: FoundEdition }) {
  if (!edition.rights.includes(form!.right)) return <RightMissing act={form!.right} />;
  const Editor = editors[name as keyof typeof editors];
  // the edition belongs to a feature that this program leaves out
  if (!Editor) return <MissingScreen />;
  return <Editor edition={edition} />;
}

/** A form with what stands beside it. */
const WithParts = ({
  edition,
  beside: Part,
  children,
}: {
  edition: FoundEdition;
  beside: Beside | undefined;
  children: ReactNode;
}) => (
  <div className="form-with-parts">
    <div className="beside-form">{Part && <Part edition={edition} />}</div>
    <div>{children}</div>
  </div>
);
