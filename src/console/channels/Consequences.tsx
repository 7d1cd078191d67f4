import { Alert } from 'antd';
import type { AddressAnswer, ChannelPlan, PlannedAddress, PlannedChannel, WinningPage } from '#wire/channel-answers.ts';
import { Failure } from '../parts/Failure.tsx';
import { FoldedWhenMany } from '../parts/Folded.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Menus, Shown, SiteName, Tables } from './ChangedForVisitors.tsx';
import type { PlanState } from './use-channel-plan.ts';

interface Props {
  asked: PlanState;
  nameOf: (channelId: string) => string;
  /** notes about single fields are shown at those fields */
  withNotes?: boolean;
  /** true where the plan is a channel alone, and its page is sent with it */
  hasOwnPage?: boolean;
  /** true where it opens the site to visitors */
  opens?: boolean;
}

/** Effects of channel changes on pages, menus and addresses, before they are saved. */
export function Consequences({
  asked: { plan, isAsking, error },
  nameOf,
  withNotes = true,
  hasOwnPage = false,
  opens = false,
}: Props) {
  return (
    <Panel
      title="将会改变"
      extra={
        <span role="status" className="quiet">
          {isAsking ? '正在核对…' : ''}
        </span>
      }
    >
      {error !== undefined && <Failure error={error} retry={() => location.reload()} />}
      {!plan && error === undefined && <p className="quiet">有修改时，这里说明页面、菜单、地址和文章会怎样变化。</p>}
      {plan && (
        <div className={isAsking ? 'plan stale' : 'plan'}>
          {withNotes && <Notes plan={plan} nameOf={nameOf} />}
          {opens && (
            <p>网站向所有人开放：现在访客在每个地址都看到“尚未开放”，公开以后看到菜单和网站地图中的全部内容。</p>
          )}
          {!hasOwnPage && <Pages channels={plan.channels} nameOf={nameOf} />}
          <Ended plan={plan} />
          <Shown channels={plan.shown} />
          <Menus title="菜单" menus={plan.menus} />
          <Menus title="有了内容以后，菜单还会变化" menus={plan.laterMenus} />
          <Menus title="首页和核验" menus={plan.parts} />
          <SiteName of={plan.siteName} />
          {!hasOwnPage && <Addresses list={plan.addresses} total={plan.addressCount} />}
          <Tables of={plan.tables} />
          {isQuiet(plan) && !isAsking && !opens && <p>菜单、地址和表格没有变化。</p>}
        </div>
      )}
    </Panel>
  );
}

const isQuiet = ({ menus, laterMenus, parts, shown, siteName, tables, addresses, ended }: ChannelPlan): boolean =>
  [menus, laterMenus, parts, shown, tables, addresses, ended].every(({ length }) => length === 0) && siteName === null;

function Notes({ plan: { problems, warnings }, nameOf }: { plan: ChannelPlan; nameOf: Props['nameOf'] }) {
  const lines = (list: ChannelPlan['problems']) => (
    <ul className="bullets">
      {list.map(({ channelId, message, field }) => (
        <li key={`${channelId} ${field} ${message}`}>
          {message.includes(nameOf(channelId)) ? message : `${nameOf(channelId)}：${message}`}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="above-form"
          title={`提交审核前须改正 ${problems.length} 处`}
          description={lines(problems)}
        />
      )}
      {warnings.length > 0 && (
        <Alert type="warning" showIcon className="above-form" title="请留意" description={lines(warnings)} />
      )}
    </>
  );
}

function Pages({ channels, nameOf }: { channels: readonly PlannedChannel[]; nameOf: Props['nameOf'] }) {
  const changed = channels.filter(
    ({ before, after }) => after !== null && JSON.stringify(before) !== JSON.stringify(after),
  );
  if (changed.length === 0) return null;
  return (
    <>
      <h3>页面</h3>
      <FoldedWhenMany title={`${changed.length} 个栏目由哪些页面显示`} count={changed.length}>
        <ul className="bullets">
          {changed.map(({ channelId, before, after }) => (
            <li key={channelId}>
              {`${nameOf(channelId)}：`}
              <PageWords page={after!} />
              {before && before.page !== after!.page && (
                <span className="quiet">{`（原来由页面“${before.title || '无'}”显示）`}</span>
              )}
            </li>
          ))}
        </ul>
      </FoldedWhenMany>
    </>
  );
}

/** The page schema that shows a channel, why, and over which others. */
export function PageWords({ page: { page, title, reason, over } }: { page: WinningPage }) {
  return (
    <>
      {page === '' ? reason : `由页面“${title}”显示，因为${reason}`}
      {over.length > 0 && page !== '' && (
        <span className="quiet">{`；否则是${over.map((one) => `“${one.title}”（${one.reason}）`).join('、')}`}</span>
      )}
    </>
  );
}

function Ended({ plan: { ended } }: { plan: ChannelPlan }) {
  if (ended.length === 0) return null;
  return (
    <>
      <h3>停用的内容</h3>
      <ul className="bullets">
        {ended.map(({ channelId, name, articles, titles, registers, checks, sameAs }) => (
          <li key={channelId}>
            {`“${name}”：`}
            {sameAs !== '' && `显示的是“${sameAs}”的内容，那里不受影响`}
            {sameAs === '' &&
              (articles === 0
                ? '没有公开的文章'
                : `${articles} 篇文章随之撤下：${titles.map((title) => `《${title}》`).join('')}${articles > titles.length ? '等' : ''}`)}
            {registers.length > 0 && `；登记表“${registers.join('”“')}”的数据保留，但不在这里显示${checkWords(checks)}`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** VA8: checks are named only where a register takes part in them. */
function checkWords(checks: ChannelPlan['ended'][number]['checks']): string {
  const names = checks.map((kind) => (kind === 'staff' ? '人员核验' : '产品核验'));
  return names.length === 0 ? '' : `；如果没有其他页面显示，网站的${names.join('、')}也不再查到其中的内容`;
}

function Addresses({ list, total }: { list: readonly PlannedAddress[]; total: number }) {
  if (total === 0) return null;
  return (
    <>
      <h3>地址</h3>
      <FoldedWhenMany title={`${total} 个地址的变化`} count={list.length}>
        <table className="address-changes">
          <thead>
            <tr>
              <th scope="col">地址</th>
              <th scope="col">现在</th>
              <th scope="col">公开以后</th>
            </tr>
          </thead>
          <tbody>
            {list.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">{path}</th>
                <td data-label="现在">{answerWords(before)}</td>
                <td data-label="公开以后">{answerWords(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </FoldedWhenMany>
      {total > list.length && <p className="quiet">{`共 ${total} 个地址，这里列出前 ${list.length} 个。`}</p>}
      {list.some(({ before, after }) => before.kind === 'page' && after.kind === 'redirect') && (
        <p className="quiet">移动的栏目中，文章的旧地址也转到新地址。</p>
      )}
    </>
  );
}

function answerWords(answer: AddressAnswer): string {
  switch (answer.kind) {
    case 'page':
      return `${answer.name}（${answer.page === '' ? '页面暂不能使用' : `页面“${answer.title}”`}）`;
    case 'redirect':
      return `转到 ${answer.to}`;
    case 'gone':
      return answer.successor === undefined ? '说明已停用' : `说明已停用，并指向 ${answer.successor}`;
    case 'nothing':
      return '没有页面';
  }
}
