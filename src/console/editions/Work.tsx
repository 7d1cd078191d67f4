import { Button, Space } from 'antd';
import { useState } from 'react';
import { features } from '#features/index.ts';
import { mayDo, mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { EditionView } from '#wire/edition-answers.ts';
import type { WorkLine } from '#wire/work-answers.ts';
import { lineOf, useChannels } from '../calls/channels.ts';
import { PAGED, useMe, useRead } from '../calls/use-calls.ts';
import { keyIn, useFilters } from '../calls/use-filters.ts';
import { EmptyNote } from '../parts/EmptyNote.tsx';
import { FilterBar } from '../parts/FilterBar.tsx';
import { LinkButton } from '../parts/LinkButton.tsx';
import { listPaging } from '../parts/list-paging.ts';
import { Screen } from '../parts/Screen.tsx';
import { VIEWS } from './edition-answers.ts';
import { ReadingWay } from './ReadingWay.tsx';
import { FIELDS, MORE_FIELDS, questionOf, SORT_FIELD, sortIn } from './work-filters.ts';
import { actsFor, type MayDo, type Report } from './work-acts.ts';
import { ActReport, ActsBar } from './WorkActs.tsx';
import { WorkTable } from './WorkTable.tsx';
import { WorkViews } from './WorkViews.tsx';

const PAGE_SIZE = 20;
const BEGINNINGS = Object.values(features).flatMap(({ beginnings = [] }) => beginnings);
const ALL_FIELDS = [...FIELDS, ...MORE_FIELDS];

const EMPTY: Readonly<Record<EditionView, readonly [string, string]>> = {
  all: ['这里还没有内容', '公开的内容和没有发布的稿件列在这里。点“新建文章”写第一篇，保存后送他人审核。'],
  mine: ['您没有进行中的稿件', '您撰写或修改、还没有发布的稿件列在这里。'],
  returned: ['没有退回给您的稿件', '您撰写的稿件被退回后列在这里，并写明原因。'],
  'approval-ended': [
    '没有同意已失效的稿件',
    '您撰写或审核通过的稿件，因公开的内容另有变化而须重新审核或修改时，列在这里。',
  ],
  'to-review': ['没有等您审核的稿件', '他人提交审核的稿件列在这里；您参与撰写的稿件须由他人审核。'],
  'after-review': ['没有等待复核的紧急发布', '他人紧急发布的内容须在 24 小时内复核，列在这里。'],
  'to-publish': ['没有等待发布的稿件', '审核通过、没有设定时间的稿件列在这里。'],
  scheduled: ['没有定时发布的稿件', '审核通过并设定了发布时间的稿件列在这里，到时自动发布。'],
  open: ['没有进行中的稿件', '您可以查看的、还没有发布也没有作废的稿件列在这里。'],
  failed: ['没有定时不成功的稿件', '到了时间而没有公开的稿件列在这里，原因写在它的历史里。'],
};

/** LW1: all that is public and all that is on its way there, in one list. */
export function Work() {
  const { data: me } = useMe();
  const channels = useChannels();
  const filters = useFilters(ALL_FIELDS, ['view', 'sort']);
  const { values, page } = filters;
  const answer = useRead('GET /work-list', { ...questionOf(values), pageNum: page, pageSize: PAGE_SIZE }, PAGED);
  const [reports, setReports] = useState<Report[]>([]);
  const report = reports.at(-1);
  const may: MayDo = (right, channelIds) =>
    me !== undefined &&
    mayDo(
      me.grants,
      right,
      channelIds.map((channelId) => lineOf(channels.list, channelId)),
    );
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'content.write');
  const { channel, view } = values;
  const isPlace = channel !== '' && may('content.write', [channel]);
  return (
    <Screen
      title={values.kind === 'article' ? '文章' : '稿件与内容'}
      purpose="公开的内容和进行中的稿件。修改、新建都先成为稿件，由没有参与撰写的人审核，再由发布人员发布或定时发布。可以选几项一并提交、发布、移动、置顶或加标签。"
      actions={
        <Space>
          {(view === 'to-review' || view === 'to-publish') && <ReadingWay view={view} />}
          {BEGINNINGS.map(
            ({ to, name, act }) =>
              me &&
              mayDoSomewhere(me.grants, act) && (
                <LinkButton key={to} to={to} type="default">
                  {name}
                </LinkButton>
              ),
          )}
          {mayWrite && <LinkButton to={`/content/new${isPlace ? `?channel=${channel}` : ''}`}>新建文章</LinkButton>}
        </Space>
      }
    >
      <WorkViews values={values} mayWrite={mayWrite} />
      <FilterBar
        filters={{ ...filters, fields: FIELDS }}
        more={{ label: '更多条件和排序', fields: [...MORE_FIELDS, SORT_FIELD] }}
      />
      {report && <ActReport key={reports.length} report={report} onClose={() => setReports([])} />}
      <Lines
        // other conditions list other things: nothing stays chosen unseen
        key={JSON.stringify({ ...values, sort: '' })}
        filters={filters}
        answer={answer}
        nameOf={channels.nameOf}
        may={may}
        onReport={(next) => setReports([...reports, next])}
      />
    </Screen>
  );
}

interface LinesProps {
  filters: ReturnType<typeof useFilters<(typeof ALL_FIELDS)[number]['name'], 'view' | 'sort'>>;
  answer: ReturnType<typeof useRead<'GET /work-list'>>;
  nameOf: (channelId: string) => string;
  may: MayDo;
  onReport: (report: Report) => void;
}

function Lines({ filters: { values, page, isFiltered, filter, turn }, answer, nameOf, may, onReport }: LinesProps) {
  const [chosen, setChosen] = useState<WorkLine[]>([]);
  const lines = answer.data?.list ?? [];
  const [title, hint] = EMPTY[keyIn(VIEWS, values.view) ?? 'all'];
  return (
    <>
      <WorkTable
        answer={answer}
        lines={lines}
        paging={listPaging({ page, total: answer.data?.total ?? 0, pageSize: PAGE_SIZE, unit: '项', turn })}
        empty={
          isFiltered ? (
            <EmptyNote title="没有符合条件的内容">
              <Button type="link" onClick={() => filter({})}>
                清除条件
              </Button>
            </EmptyNote>
          ) : (
            <EmptyNote title={title}>{hint}</EmptyNote>
          )
        }
        nameOf={nameOf}
        may={may}
        sort={sortIn(values.sort)}
        onSort={(sort) => filter({ ...values, sort: sort ?? '' })}
        chosen={chosen}
        onChoose={setChosen}
        isChoosable={(line) => actsFor([line], may).length > 0}
      />
      {chosen.length > 0 && (
        <ActsBar
          chosen={chosen}
          may={may}
          onClear={() => setChosen([])}
          onDone={(report) => {
            setChosen([]);
            onReport(report);
          }}
        />
      )}
    </>
  );
}
