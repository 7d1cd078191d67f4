import { Tag } from 'antd';
import { Link } from 'react-router-dom';
import { mayDoSomewhere } from '#rules/people/staff-rights.ts';
import type { RegisterLine } from '#wire/register-answers.ts';
import { useMe, useRead } from '#console/calls/use-calls.ts';
import { EmptyNote } from '#console/parts/EmptyNote.tsx';
import { Failure } from '#console/parts/Failure.tsx';
import { Loading } from '#console/parts/Loading.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import { RegisterChoice } from './RegisterChoice.tsx';

/** FD3: the rules that are public, and the way to a new one. */
export function Rules({ registers }: { registers: readonly RegisterLine[] }) {
  const { data: me } = useMe();
  const { data: rules, error, mutate } = useRead('GET /feeding-rules');
  const mayWrite = me !== undefined && mayDoSomewhere(me.grants, 'page.change');
  const without = registers.filter(({ register }) => !rules?.some((rule) => rule.register === register));
  return (
    <Panel title="报送规则" extra={mayWrite && rules ? <RegisterChoice registers={without} /> : undefined}>
      <p className="quiet">
        有规则的登记表，程序报送的内容不再逐次审核；规则本身是一份稿件，由他人审核后公开，到期、终止或审核人停用后不再有效。
      </p>
      {error !== undefined && <Failure error={error} retry={() => void mutate()} />}
      {!rules && error === undefined && <Loading />}
      {rules?.length === 0 && <EmptyNote title="还没有报送规则">没有规则时，每次报送都由他人审核后发布。</EmptyNote>}
      <ul className="newest">
        {rules?.map(({ register, title, sender, token, share, until, wait, why, approvedBy }) => (
          <li key={register}>
            <Link to={`/feeding/rules/${encodeURIComponent(register)}`}>{title}</Link>{' '}
            <Tag color={why === '' ? 'success' : 'error'}>{why === '' ? '有效' : '无效'}</Tag>
            <div className="quiet">
              {`令牌 ${token}（${sender}），变动不超过 ${share}%，等待 ${wait} 分钟，至 ${until}`}
              {why === '' ? `，审核人${approvedBy}` : `。${why}`}
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
