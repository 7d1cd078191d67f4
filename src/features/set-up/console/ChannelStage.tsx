import { App, Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { mayDo, WHOLE_SITE } from '#rules/people/staff-rights.ts';
import type { SetUpAnswer, StarterLine } from '../wire.ts';
import { wordsOf } from '#console/calls/call.ts';
import { useChannels } from '#console/calls/channels.ts';
import { useChanged, useMe, useSend } from '#console/calls/use-calls.ts';
import { LinkButton } from '#console/parts/LinkButton.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { MayNot } from './MayNot.tsx';
import { PublicSite } from './PublicSite.tsx';
import { editionAddress } from './stages.ts';

/** SU4: the trees to begin with; once there are channels, what there is and the ways to change it. */
export function ChannelStage({ answer: { starters } }: { answer: SetUpAnswer }) {
  const { data: me } = useMe();
  const mayChange = me !== undefined && mayDo(me.grants, 'channel.change', [WHOLE_SITE]);
  return (
    <>
      {!mayChange && <MayNot right="channel.change" />}
      {starters.length > 0 ? (
        <Starters starters={starters} mayChoose={mayChange} />
      ) : (
        <div className="two-columns wide-first">
          <PublicSite />
          <PublicChannels mayChange={mayChange} />
        </div>
      )}
    </>
  );
}

function Starters({ starters, mayChoose }: { starters: readonly StarterLine[]; mayChoose: boolean }) {
  const send = useSend();
  const changed = useChanged();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const choose = async (starter: StarterLine['name']): Promise<void> => {
    try {
      const { editionId } = await send('POST /starters/:starter', { starter });
      void changed();
      void message.success('已新建稿件，核对后提交审核');
      await navigate(editionAddress('channels', editionId));
    } catch (reason) {
      void message.error(wordsOf(reason));
    }
  };
  return (
    <Panel title="起步栏目">
      <p className="quiet">
        选用一套，成为一份稿件，在预览里看得到发布后的网站；不合适可以作废，另选一套。由他人审核发布以后，还可以逐个改名、移动、停用。
      </p>
      <ul className="starters">
        {starters.map(({ name, title, about, channels }) => (
          <li key={name}>
            <strong>{title}</strong>
            <p>
              {about}（{channels} 个栏目）
            </p>
            <Button disabled={!mayChoose} onClick={() => void choose(name)}>
              选用“{title}”
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A summary: the tree has a screen of its own. */
function PublicChannels({ mayChange }: { mayChange: boolean }) {
  const { list } = useChannels();
  const ids = new Set(list.map(({ channelId }) => channelId));
  const tops = list.filter(({ parentId }) => !ids.has(parentId));
  // the tree itself adds nothing to its channels
  const first = tops.length === 1 ? list.filter(({ parentId }) => parentId === tops[0]!.channelId) : tops;
  const below = (channelId: string): number =>
    list.filter(({ parentId }) => parentId === channelId).reduce((sum, one) => sum + 1 + below(one.channelId), 0);
  return (
    <Panel title={`公开的栏目（${first.length + first.reduce((sum, { channelId }) => sum + below(channelId), 0)}）`}>
      <ul className="bullets">
        {first.map(({ channelId, name }) => (
          <li key={channelId}>
            {name}
            {below(channelId) > 0 && <span className="quiet">{`（下有 ${below(channelId)} 个）`}</span>}
          </li>
        ))}
      </ul>
      <p>
        <Link to="/channels">{mayChange ? '在栏目树中改名、移动、停用' : '查看栏目树'}</Link>
      </p>
      {mayChange && <LinkButton to="/new-channel">新建公示栏目</LinkButton>}
    </Panel>
  );
}
