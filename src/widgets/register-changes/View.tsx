import type { Changes, RowChangeKind } from '#page/data-shapes.ts';
import type { FailedProps, ViewBlock, ViewProps } from '#page/define-widget.ts';
import type { RegisterView } from '#page/register-schema.ts';
import type { ValueOf } from '#page/schema-words.ts';
import { countText } from '#rules/addresses/paging.ts';
import { withBase } from '#rules/addresses/site-address.ts';
import { AlertLink } from '#ui/AlertLink.tsx';
import { useBasePath } from '#ui/base-path.ts';
import { FeedLink } from '#ui/FeedLink.tsx';
import { EmptyNote } from '#ui/EmptyNote.tsx';
import { PageTools } from '#ui/PageTools.tsx';
import { Pager } from '#ui/Pager.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { verbatim } from '#ui/script/active-script.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { ChangeTable } from './ChangeTable.tsx';
import type { props as words } from './props.ts';
import '#ui/DataFacts.css';
import '#ui/sheet.css';
import './style.css';

type Props = ValueOf<typeof words>;

const KINDS: RowChangeKind[] = ['added', 'removed', 'raised', 'lowered', 'changed'];

export function View({ props, data, block }: ViewProps<Props, 'changes'>) {
  const { register } = block;
  if (!register) throw new Error(`Block ${block.id} shows changes without a register definition`);
  if (!register.history) return null;
  const names: Record<RowChangeKind, string> = {
    added: props.added,
    removed: props.removed,
    raised: '上调',
    lowered: '下调',
    changed: '其他变更',
  };
  const kind = KINDS.find((one) => one === block.address.kind);
  const all = KINDS.reduce((sum, one) => sum + data.counts[one], 0);
  const list = props.list && <SiteLink path={props.list}>查看名单</SiteLink>;
  if (data.dates.length < 2) {
    return (
      <EmptyNote title="暂无可以比较的日期">
        <p>
          {data.dates.length === 0
            ? '名单尚未公布。'
            : `名单至今只有 ${data.dates[0]} 这一个数据日期，有下一个日期后可查变动。`}
        </p>
        <p className="empty__links">{list}</p>
      </EmptyNote>
    );
  }
  const tabs = [undefined, ...KINDS.filter((one) => data.counts[one] > 0 || one === kind)].map((one) => ({
    title: `${one ? names[one] : '全部'} ${countText(one ? data.counts[one] : all)}`,
    path: block.href({ kind: one ?? '', pageNum: '' }),
    current: one === kind,
  }));
  return (
    <>
      <div className="facts">
        <span>
          {data.from} 与 {data.to} 相比
        </span>
        <div className="facts__tools">
          {list}
          {data.updates && data.updates !== block.path && <Followed updates={data.updates} register={register} />}
          <PageTools copyLink={false} />
        </div>
      </div>
      <Dates {...data} block={block} label={`${register.title}变动查询`} />
      <Tabs tabs={tabs} label="变动种类" />
      <div role="status" className={data.total > 0 ? 'unseen' : undefined}>
        {data.total > 0 ? (
          `${data.endedRows ? '列出' : '共'} ${data.total} 项变动`
        ) : data.endedRows ? null : (
          <EmptyNote title="两个日期之间没有变化">
            <p>
              {data.from} 与 {data.to} 公布的名单{kind ? `没有${names[kind]}。` : '相同。'}
            </p>
          </EmptyNote>
        )}
      </div>
      {data.rewritten && (
        <p className="remark">
          另有 {countText(data.rewritten)} {register.countWord}只因栏目或选项的名称调整而改写，内容没有变动，未列入。
        </p>
      )}
      {data.endedRows && (
        <p className="remark">
          其中 {countText(data.endedRows)} {register.countWord}已不再公示，只计数，不列出。
        </p>
      )}
      {data.items.length > 0 && <ChangeTable register={register} data={data} names={names} />}
      <Pager total={data.total} pageNum={data.pageNum} pageSize={data.pageSize} unit="项" href={block.href} />
    </>
  );
}

/** RG37: on a page of its own; that of the updates has it above. */
function Followed({ updates, register }: { updates: string; register: RegisterView }) {
  return (
    <>
      <SiteLink path={updates}>更新记录</SiteLink>
      <FeedLink of={updates}>
        订阅<span className="unseen">更新记录（RSS，新窗口打开）</span>
      </FeedLink>
      {!register.onDemand && <AlertLink of={`register:${register.register}`} />}
    </>
  );
}

interface DatesProps extends Pick<Changes, 'from' | 'to' | 'dates'> {
  problems?: FailedProps<Props>['problems'];
  block: ViewBlock;
  label: string;
}

/** Two published dates as a GET form: every comparison has an address. */
function Dates({ from, to, dates, problems = [], block, label }: DatesProps) {
  const base = useBasePath();
  const params = block.address.kind
    ? [...block.kept, { name: block.addressName('kind'), value: block.address.kind }]
    : block.kept;
  const choice = (name: string, title: string, value: string) => {
    const problem = problems.find((one) => one.name === name);
    const id = `${block.id}-${name}`;
    return (
      <p className="field">
        <label htmlFor={id}>{title}</label>
        <select
          id={id}
          name={block.addressName(name)}
          defaultValue={value}
          key={value}
          {...(problem && {
            'aria-invalid': true,
            'aria-describedby': `${id}-wrong`,
            autoFocus: problem === problems[0],
          })}
        >
          {!dates.includes(value) && <option value={value}>{verbatim(value)}</option>}
          {dates.map((date) => (
            <option key={date} value={date}>
              {date}
            </option>
          ))}
        </select>
        {problem && (
          <small id={`${id}-wrong`} className="field__wrong">
            {problem.message}
          </small>
        )}
      </p>
    );
  };
  return (
    <form className="filters" method="get" action={withBase(base, block.path)} role="search" aria-label={label}>
      {params.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {choice('from', '较早日期', from)}
      {choice('to', '较晚日期', to)}
      <p className="filters__actions">
        <button type="submit" className="button button--ink">
          比较
        </button>
        <SiteLink path={block.href({ from: '', to: '', kind: '', pageNum: '' })}>最近两日</SiteLink>
      </p>
    </form>
  );
}

/** RG7: dates that cannot be compared stay in their form. */
export function Failed({ block, note, problems }: FailedProps<Props>) {
  const dates = problems?.find(({ name }) => name !== 'kind')?.choices;
  return (
    <>
      {dates && (
        <Dates
          from={block.address.from || dates[1] || ''}
          to={block.address.to || dates[0] || ''}
          dates={[...dates]}
          problems={problems}
          block={block}
          label={`${block.register?.title ?? ''}变动查询`}
        />
      )}
      {note}
    </>
  );
}

export function Waiting() {
  return <Skeleton rows={11} kind="row" />;
}

/** Its form, tabs and pages are the document's own. */
export const hydrates = 'on-use';
