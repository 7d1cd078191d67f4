import { useParams } from 'react-router-dom';
import { purpose, SettingEditor } from '#kinds/setting/console/Form.tsx';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import { isCallFailed, NOT_FOUND } from '../calls/call.ts';
import { ONCE, useMe, useRead } from '../calls/use-calls.ts';
import { Loaded } from '../parts/Loaded.tsx';
import { Screen } from '../parts/Screen.tsx';
import { SubjectHistory } from '../take-up/SubjectHistory.tsx';
import { MissingScreen } from '../parts/Notices.tsx';
import { KINDS_OF_SETTINGS } from './setting-kinds.ts';
import { SettingState } from './SettingState.tsx';

const ABOVE = [{ to: '/settings', name: '设置' }];

/** One setting: what is public, what is under way, and the form that makes a draft of it. */
export function SettingScreen() {
  const { name = '' } = useParams();
  const { data: me } = useMe();
  const { data, error, mutate } = useRead('GET /settings/:name', { name }, ONCE);
  if (isCallFailed(error) && error.code === NOT_FOUND) return <MissingScreen />;
  const mayChange = me !== undefined && mayDo(me.grants, 'setting.change', [WHOLE_SITE]);
  return (
    <Screen
      title={data?.title ?? '设置'}
      above={ABOVE}
      purpose={`${KINDS_OF_SETTINGS[name]?.purpose ?? purpose}${mayChange ? '' : '您可以查看，修改由栏目管理人员进行。'}`}
    >
      <Loaded of={{ data, error, retry: () => void mutate() }}>
        {(setting) => (
          <>
            <SettingState setting={setting} editing={0} />
            <SettingEditor key={`${name} ${setting.mark}`} setting={setting} mayChange={mayChange} />
            <SubjectHistory subject={`setting:${name}`} name={`“${setting.title}”`} mayChange={mayChange} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
