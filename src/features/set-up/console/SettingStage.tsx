import { SettingEditor } from '#kinds/setting/console/Form.tsx';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import { ONCE, useMe, useRead } from '#console/calls/use-calls.ts';
import { Loaded } from '#console/parts/Loaded.tsx';
import { SettingState } from '#console/settings/SettingState.tsx';
import { MayNot } from './MayNot.tsx';

/** A setting as a stage: its form with the site beside it. */
export function SettingStage({ name }: { name: string }) {
  const { data: me } = useMe();
  const mayRead = me !== undefined && mayDo(me.grants, 'content.read', [WHOLE_SITE]);
  const { data, error, mutate } = useRead('GET /settings/:name', mayRead ? { name } : null, ONCE);
  if (!mayRead) return <MayNot right="setting.change" />;
  const mayChange = mayDo(me.grants, 'setting.change', [WHOLE_SITE]);
  return (
    <Loaded of={{ data, error, retry: () => void mutate() }}>
      {(setting) => (
        <>
          {!mayChange && <MayNot right="setting.change" />}
          <SettingState setting={setting} editing={0} />
          <SettingEditor key={`${name} ${setting.mark}`} setting={setting} mayChange={mayChange} />
        </>
      )}
    </Loaded>
  );
}
