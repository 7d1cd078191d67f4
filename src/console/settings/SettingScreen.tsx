import { writtenOf } from '#kinds/changes.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import { useParams, useSearchParams } from 'react-router-dom';
import { mayDo, WHOLE_SITE } from '#rules/staff-rights.ts';
import type { Setting } from '#wire/console-answers.ts';
import type { FoundEdition } from '#wire/edition-answers.ts';
import { isCallFailed } from '../calls/call.ts';
import { ONCE, useMe, useRead } from '../calls/use-calls.ts';
import { ReturnReason, returnReason } from '../editions/ReturnReason.tsx';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loading } from '../parts/Loading.tsx';
import { Screen } from '../parts/Screen.tsx';
import { MissingScreen } from '../shell/Notices.tsx';
import { KINDS_OF_SETTINGS } from './setting-kinds.ts';
import { SettingEditor } from './SettingEditor.tsx';
import { SettingStanding } from './SettingStanding.tsx';
import './settings.css';

const ABOVE = [{ to: '/settings', name: '设置' }];

/** errors.notFound of the server */
const NO_SUCH = '1004';

/** One setting: what is public, what is under way, and the form that makes a draft of it. */
export function SettingScreen() {
  const { name = '' } = useParams();
  const [search] = useSearchParams();
  const editionId = search.get('edition') ?? '';
  const { data: me } = useMe();
  const { data: setting, error, mutate } = useRead('GET /settings/:name', { name }, ONCE);
  const {
    data: draft,
    error: draftError,
    mutate: again,
  } = useRead('GET /editions/:editionId', editionId === '' ? null : { editionId: Number(editionId) }, ONCE);
  if (isCallFailed(error) && error.code === NO_SUCH) return <MissingScreen />;
  const mayChange = me !== undefined && mayDo(me.grants, 'setting.change', [WHOLE_SITE]);
  const failure = error ?? draftError;
  return (
    <Screen
      title={setting?.title ?? '设置'}
      above={ABOVE}
      purpose={`${KINDS_OF_SETTINGS[name]?.purpose ?? '修改后保存为稿件，由他人审核通过后才会公开。'}${mayChange ? '' : '您可以查看，修改由栏目管理人员进行。'}`}
    >
      {failure !== undefined && <Failure error={failure} retry={() => void Promise.all([mutate(), again()])} />}
      {failure === undefined && (!setting || (editionId !== '' && !draft)) && <Loading />}
      {setting && (editionId === '' || draft) && (
        <>
          <SettingStanding setting={setting} editing={Number(editionId)} />
          <Body
            key={`${name} ${setting.mark} ${editionId} ${draft?.version}`}
            setting={setting}
            draft={draft}
            mayChange={mayChange}
          />
        </>
      )}
    </Screen>
  );
}

function Body({
  setting,
  draft,
  mayChange,
}: {
  setting: Setting;
  draft: FoundEdition | undefined;
  mayChange: boolean;
}) {
  if (!draft) return <SettingEditor setting={setting} mayChange={mayChange} />;
  const { changes } = draft.shown;
  const own = writtenOf(settingKind, changes).find(({ id }) => id === setting.name);
  const why = draft.may.save || (changes.length > 1 || !own ? '这份稿件不只含这项设置，不能在这里修改。' : '');
  if (why || !own) return <EmptyNote title={why} />;
  return (
    <>
      <ReturnReason words={returnReason(draft)} />
      <SettingEditor
        setting={setting}
        mayChange={mayChange}
        draft={{ ...draft, change: own.change, isOutdated: draft.outdated.length > 0 }}
      />
    </>
  );
}
