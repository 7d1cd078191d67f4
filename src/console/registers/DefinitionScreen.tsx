import { useParams } from 'react-router-dom';
import { DefinitionEditor, DefinitionParts } from '#kinds/register/console/Form.tsx';
import { mayDo } from '#rules/people/staff-rights.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe, useRead } from '../calls/use-calls.ts';
import { Screen } from '../parts/Screen.tsx';
import { RegisterTabs } from './RegisterTabs.tsx';
import './registers.css';

/** The definition of a register: fields, key, choices, filters, checks; read by all who work on it. */
export function DefinitionScreen() {
  const { register = '' } = useParams();
  const { data: facts } = useRead('GET /registers/:register', { register });
  const { data: me } = useMe();
  const { list } = useChannels();
  const mayChange =
    me !== undefined &&
    facts !== undefined &&
    mayDo(
      me.grants,
      'page.change',
      facts.channelIds.length > 0 ? facts.channelIds.map((id) => lineOf(list, id)) : [['']],
    );
  return (
    <Screen
      title={facts?.title ?? '登记表'}
      above={[{ to: '/registers', name: '登记表' }]}
      purpose="登记表有哪些列、选项和主键，访客怎样查询、排列和核验。改动连同数据行一起存为一份稿件，由他人审核后同时公开，也可以一起撤回。"
    >
      <RegisterTabs register={register} />
      <DefinitionParts key={register} register={register}>
        {(parts) => <DefinitionEditor {...parts} mayChange={mayChange} />}
      </DefinitionParts>
    </Screen>
  );
}
