import { Button } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { BROKEN_KINDS, type BrokenGroup } from '#wire/bench-answers.ts';
import { useRead, useSend } from '../calls/use-calls.ts';
import { keyIn } from '../calls/use-filters.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { Failure } from '../parts/Failure.tsx';
import { Loaded } from '../parts/Loaded.tsx';
import { Moment } from '../parts/Moment.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Screen } from '../parts/Screen.tsx';
import { BROKEN } from './broken-words.ts';
import { calendarAddress, CALENDAR_KINDS, dayWords } from './calendar-words.ts';
import { DayList } from './CalendarStrip.tsx';
import { CountTabs } from './CountTabs.tsx';
import { DutyLine } from './Late.tsx';
import './bench.css';

/** The lists that numbers of the workbench lead to. */

const ABOVE = [{ to: '/', name: '我的工作台' }];

/** WB2: all duties of freshness, or those that are late. */
export function Duties() {
  const answer = useRead('GET /channel-duties');
  const [search] = useSearchParams();
  const isLate = search.get('only') === 'late';
  const channel = search.get('channel') ?? '';
  return (
    <Screen
      title="更新要求"
      purpose="约定了更新要求的栏目，逾期的在前。到期没有更新时在工作台提醒，访客看不到。要求在“栏目”里修改。"
      above={ABOVE}
    >
      <Loaded of={{ ...answer, retry: () => void answer.mutate() }}>
        {(duties) => {
          const late = duties.filter((duty) => duty.isLate);
          const shown = (isLate ? late : duties).filter(({ channelId }) => channel === '' || channelId === channel);
          return (
            <>
              <CountTabs
                label="范围"
                tabs={[
                  { to: '/duties?only=late', name: '逾期', count: late.length, isCurrent: isLate },
                  {
                    to: '/duties',
                    name: '全部',
                    count: duties.length,
                    isCurrent: !isLate && channel === '',
                  },
                ]}
              />
              <Panel title={isLate ? '逾期未更新' : '更新要求'}>
                {shown.length === 0 ? (
                  <EmptyNote title={isLate ? '没有逾期的栏目' : '没有约定更新要求的栏目'}>
                    新建栏目时约定更新要求，或在“栏目”里补上。
                  </EmptyNote>
                ) : (
                  <ul className="bench-lines">
                    {shown.map((duty) => (
                      <DutyLine key={duty.channelId} duty={duty} />
                    ))}
                  </ul>
                )}
              </Panel>
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** WB4: 30 days, day by day. */
export function Calendar() {
  const answer = useRead('GET /work-calendar');
  const [search] = useSearchParams();
  const kind = keyIn(CALENDAR_KINDS, search.get('kind') ?? '');
  const day = search.get('day') ?? '';
  return (
    <Screen
      title="今后 30 天"
      purpose="定时公开的稿件、到期撤下或取消置顶的文章和到期的更新要求，按日列出。日期都是北京时间。"
      above={ABOVE}
    >
      <Loaded of={{ ...answer, retry: () => void answer.mutate() }}>
        {({ kinds, items }) => {
          const shown = items.filter(
            (item) => (kind === undefined || item.kind === kind) && (day === '' || item.day === day),
          );
          return (
            <>
              <CountTabs
                label="类别"
                tabs={[
                  { to: '/calendar', name: '全部', count: items.length, isCurrent: kind === undefined && day === '' },
                  ...kinds.map((row) => ({
                    to: calendarAddress({ kind: row.kind }),
                    name: CALENDAR_KINDS[row.kind],
                    count: row.total,
                    isCurrent: kind === row.kind && day === '',
                  })),
                ]}
              />
              <Panel title={/^\d{4}-\d\d-\d\d$/.test(day) ? dayWords(day) : '按日列出'}>
                {shown.length === 0 ? (
                  <EmptyNote title="这些天没有安排">定时公开稿件，或给栏目约定更新要求，都会列在这里。</EmptyNote>
                ) : (
                  <DayList items={shown} />
                )}
              </Panel>
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}

/** WB5: all that is broken, or one kind of it. */
export function BrokenList() {
  const [search] = useSearchParams();
  const kind = BROKEN_KINDS.find((one) => one === search.get('kind'));
  const answer = useRead('GET /broken');
  return (
    <Screen
      title="出了问题"
      purpose="到时没有公开的稿件、公开的文章里打不开的站内链接、缺少或损坏的文件、没有换上的页面。每一项都通到处理它的地方。"
      above={ABOVE}
    >
      <Loaded of={{ ...answer, retry: () => void answer.mutate() }}>
        {(groups) => (
          <>
            <CountTabs
              label="类别"
              tabs={[
                {
                  to: '/broken',
                  name: '全部',
                  count: groups.reduce((sum, { total }) => sum + total, 0),
                  isCurrent: kind === undefined,
                },
                ...groups.map((group) => ({
                  to: `/broken?kind=${group.kind}`,
                  name: BROKEN[group.kind].name,
                  count: group.total,
                  isCurrent: kind === group.kind,
                })),
              ]}
            />
            {groups
              .filter((group) => kind === undefined || group.kind === kind)
              .map((group) => (
                <BrokenPanel key={group.kind} group={group} again={async () => void (await answer.mutate())} />
              ))}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function BrokenPanel({
  group: { kind, total, checkedAt, list },
  again,
}: {
  group: BrokenGroup;
  again: () => Promise<void>;
}) {
  return (
    <div className="above-form">
      <Panel
        title={`${BROKEN[kind].name}（${total}）`}
        extra={kind === 'file' && total > 0 && <CheckFiles again={again} />}
      >
        {kind === 'file' && total > 0 && (
          <p className="quiet">
            网站已停止提供这些文件。请联系系统管理员从备份中恢复；手中有原文件的，重新上传同一个文件即可修复。
          </p>
        )}
        {list.length === 0 ? (
          <p className="quiet">
            {kind === 'link' && checkedAt === '' ? '还没有查过，每天凌晨两点以后查一次。' : BROKEN[kind].none}
          </p>
        ) : (
          <ul className="bench-lines">
            {list.map(({ title, note, to }, at) => (
              <li key={`${title} ${at}`}>
                <div className="bench-what">
                  {to === '' ? <span>{title}</span> : <Link to={to}>{title}</Link>}
                  <span className="quiet">{note}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
        {total > list.length && <p className="bench-rest">{`只列出前 ${list.length} 项`}</p>}
        {checkedAt !== '' && (
          <p className="bench-rest quiet">
            上次检查：
            <Moment at={checkedAt} />
          </p>
        )}
      </Panel>
    </div>
  );
}

/** The check of damaged files anew, once they have been put back. */
function CheckFiles({ again }: { again: () => Promise<void> }) {
  const send = useSend();
  const [isChecking, setChecking] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const check = async (): Promise<void> => {
    setChecking(true);
    setFailed(undefined);
    try {
      await send('POST /file-check');
      await again();
    } catch (reason) {
      setFailed(reason);
    } finally {
      setChecking(false);
    }
  };
  return (
    <>
      {failed !== undefined && <Failure error={failed} retry={() => void check()} />}
      <Button loading={isChecking} onClick={() => void check()}>
        重新核对
      </Button>
    </>
  );
}
