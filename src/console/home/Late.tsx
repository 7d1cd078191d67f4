import { Link } from 'react-router-dom';
import { mayDo } from '#rules/people/staff-rights.ts';
import type { Workbench } from '#wire/bench-answers.ts';
import type { ChannelDuty } from '#wire/channel-answers.ts';
import { freshnessName } from '#rules/registers/freshness.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { useMe } from '../calls/use-calls.ts';
import { Panel } from '../parts/Panel.tsx';
import { CountLink } from './CountLink.tsx';

/** WB2: channels that are late, the longest first. */
export function Late({ duties: { total, late, list } }: { duties: NonNullable<Workbench['work']>['duties'] }) {
  return (
    <Panel
      title="逾期未更新"
      extra={
        <span className="panel-ways">
          <CountLink to="/duties?only=late" count={late} of="逾期未更新的栏目" name="逾期" />
          <CountLink to="/duties" count={total} of="有更新要求的栏目" name="更新要求" />
        </span>
      }
    >
      {total === 0 ? (
        <p className="quiet">还没有栏目约定更新要求。新建栏目时约定，或在“栏目”里补上。</p>
      ) : list.length === 0 ? (
        <p className="quiet">有更新要求的栏目都没有逾期。</p>
      ) : (
        <ul className="bench-lines">
          {list.map((duty) => (
            <DutyLine key={duty.channelId} duty={duty} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** A channel with its duty, how that stands, and the way to make it new for whoever may. */
export function DutyLine({ duty }: { duty: ChannelDuty }) {
  const { data: me } = useMe();
  const channels = useChannels();
  const { channelId, name, department, freshness } = duty;
  const mayWrite = me !== undefined && mayDo(me.grants, 'content.write', [lineOf(channels.list, channelId)]);
  return (
    <li>
      <span className={duty.isLate ? 'bench-late' : 'bench-day'}>{dutyWords(duty)}</span>
      <div className="bench-what">
        <Link to={`/channels?channel=${encodeURIComponent(channelId)}`}>{name}</Link>
        <span className="quiet">
          {[freshnessName(freshness), sinceWords(duty), department].filter((text) => text !== '').join(' · ')}
        </span>
      </div>
      <NextStep duty={duty} mayWrite={mayWrite} />
    </li>
  );
}

/** '迟 3 天', '还没有内容', '12-01 前' */
function dutyWords({ isLate, daysLate, until, isAfterChange }: ChannelDuty): string {
  if (isLate) return daysLate > 0 ? `迟 ${daysLate} 天` : '没有内容';
  return until === '' ? (isAfterChange ? '没有变化' : '—') : `${until.slice(5)} 前`;
}

function sinceWords({ since, until, isAfterChange }: ChannelDuty): string {
  if (since === '') return '';
  return isAfterChange ? `稿件自 ${since} 起未发布，应在 ${until} 前` : `内容是 ${since} 的，应在 ${until} 前`;
}

/** The edition that goes on already, else the form that makes the next one. */
function NextStep({
  duty: { channelId, name, editionId, register },
  mayWrite,
}: {
  duty: ChannelDuty;
  mayWrite: boolean;
}) {
  if (editionId !== null)
    return (
      <Link to={`/editions/${editionId}`} aria-label={`打开“${name}”的稿件`}>
        看稿件
      </Link>
    );
  if (!mayWrite) return null;
  return register === '' ? (
    <Link to={`/content/new?channel=${encodeURIComponent(channelId)}`} aria-label={`在“${name}”写文章`}>
      写文章
    </Link>
  ) : (
    <Link to={`/registers/${encodeURIComponent(register)}/import`} aria-label={`导入“${name}”的数据`}>
      导入
    </Link>
  );
}
