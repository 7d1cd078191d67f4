import { Button, Select, Space } from 'antd';
import { useEffect, useId, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { isExternal } from '#rules/addresses/channel-tree.ts';
import { SITE_BASE } from '#wire/paths.ts';
import type { ChannelEdition, ChannelFields, ChannelPlan } from '#wire/channel-answers.ts';
import { Panel } from '../parts/Panel.tsx';
import { ChannelFieldset } from './ChannelFieldset.tsx';
import { PageWords } from './Consequences.tsx';
import { Field, type FieldNotes, type Own } from './Field.tsx';
import { PLACES } from './placed-page.ts';
import { placesOf } from './PlaceSelect.tsx';
import { lineIn, pathIn, type Tree } from './tree-rows.ts';
import type { TreeChannel } from './working.ts';

interface Props {
  channel: TreeChannel;
  tree: Tree;
  /** plan of the changes with this channel among them; undefined until it is there */
  plan: ChannelPlan | undefined;
  editions: readonly ChannelEdition[];
  /** '' where it stands as its page says */
  place: string;
  mayChange: (channelId: string) => boolean;
  onChange: (patch: Partial<ChannelFields>, own?: Own) => void;
  onPlace: (place: string) => void;
  onRevert: () => void;
  onRetire: () => void;
}

/** One channel: what it is, and, for those who may, the form to change it. */
export function ChannelPanel({
  channel,
  tree,
  plan,
  editions,
  place,
  mayChange,
  onChange,
  onPlace,
  onRevert,
  onRetire,
}: Props) {
  const isReadOnly = !mayChange(channel.channelId) || channel.ending !== null;
  const ofThis = (list: ChannelPlan['problems'] = []) =>
    list.filter(({ channelId }) => channelId === channel.channelId);
  const notes: FieldNotes = { problems: ofThis(plan?.problems), warnings: ofThis(plan?.warnings) };
  const page = plan?.channels.find(({ channelId }) => channelId === channel.channelId)?.after ?? null;
  const departments = useMemo(
    () => [...new Set(tree.channels.map(({ department = '' }) => department))].filter((name) => name !== '').sort(),
    [tree],
  );
  const form = useRef<HTMLDivElement>(null);
  const isFresh = channel.isNew && channel.name === '';
  useEffect(() => {
    // a channel that was just made begins with its title
    if (isFresh) form.current?.querySelector('input')?.focus();
    // once for each channel
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [channel.key]);
  const links = editions.filter(({ channelIds }) => channelIds.includes(channel.channelId));
  return (
    <Panel
      title={channel.name || '（未命名）'}
      extra={
        !channel.isNew &&
        !isExternal(channel.url) && (
          <a href={`${SITE_BASE}/${channel.url}`} target="_blank" rel="noopener">
            查看网页
          </a>
        )
      }
    >
      {channel.parentId !== '' && <p className="quiet">{`在“${pathIn(tree, channel.parentId)}”之下`}</p>}
      {links.map(({ editionId, title }) => (
        <p key={editionId} className="channel-edition">
          {'正在修改它的稿件：'}
          <Link to={`/editions/${editionId}`}>{title}</Link>
        </p>
      ))}
      {channel.ending && (
        <Ending channel={channel} mayChange={mayChange(channel.channelId)} onRevert={onRevert} onRetire={onRetire} />
      )}
      {!mayChange(channel.channelId) && <p className="quiet">您对这个栏目没有“管理栏目”的权限，只能查看。</p>}
      <div ref={form} className="channel-form">
        <ChannelFieldset
          fields={channel}
          onChange={onChange}
          isNew={channel.isNew}
          parents={placesOf(
            tree,
            (id) => !lineIn(tree, id).includes(channel.channelId) && (mayChange(id) || id === channel.parentId),
          )}
          originals={placesOf(
            tree,
            (id) =>
              id !== channel.channelId &&
              tree.byId.get(id)!.sameAs === undefined &&
              !isExternal(tree.byId.get(id)!.url),
          )}
          departments={departments}
          notes={notes}
          isReadOnly={isReadOnly}
        >
          {page && <PageField page={page} place={place} isReadOnly={isReadOnly} onPlace={onPlace} />}
        </ChannelFieldset>
      </div>
    </Panel>
  );
}

const NO_NOTES: FieldNotes = { problems: [], warnings: [] };

function PageField({
  page,
  place,
  isReadOnly,
  onPlace,
}: {
  page: NonNullable<ChannelPlan['channels'][number]['after']>;
  place: string;
  isReadOnly: boolean;
  onPlace: (place: string) => void;
}) {
  const id = useId();
  return (
    <>
      <div className="winning-page">
        <h3>页面</h3>
        <p>
          <PageWords page={page} />
        </p>
      </div>
      {page.place !== null && (
        <Field
          field="channelId"
          label="内容的位置"
          help="改变后，为本栏目另存一个页面，其他栏目不受影响。"
          notes={NO_NOTES}
          htmlFor={id}
        >
          <Select
            id={id}
            disabled={isReadOnly}
            value={place || page.place}
            onChange={onPlace}
            options={Object.entries(PLACES).map(([value, label]) => ({
              value,
              label: value === page.place && place === '' ? `${label}（现在）` : label,
            }))}
          />
        </Field>
      )}
    </>
  );
}

function Ending({
  channel: { ending },
  mayChange,
  onRevert,
  onRetire,
}: {
  channel: TreeChannel;
  mayChange: boolean;
  onRevert: () => void;
  onRetire: () => void;
}) {
  return (
    <div className="ending-note">
      <p>{`将停用。原因：${ending!.reason}`}</p>
      <p>{ending!.successor === '' ? '旧地址只说明原因。' : `旧地址转到 ${ending!.successor}`}</p>
      {mayChange && (
        <Space>
          <Button size="small" onClick={onRetire}>
            修改
          </Button>
          <Button size="small" onClick={onRevert}>
            不停用
          </Button>
        </Space>
      )}
    </div>
  );
}
