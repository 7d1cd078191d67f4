import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import type { DoubledRegister } from '#wire/wizard.ts';
import { useChannels } from '../calls/channels.ts';

/** SU26: the way to the empty register that the site has for such a table, before a second one is made beside it. */
export function Doubled({ of }: { of: readonly DoubledRegister[] }) {
  const { nameOf } = useChannels();
  if (of.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title="网站已为这样的表格备好登记表，还没有数据"
      description={
        <>
          <p>把文件导入那里，栏目和页面都已备好。另外新建，那一张仍是空的。</p>
          <ul className="bullets">
            {of.map(({ register, title, channelIds, shared }) => (
              <li key={register}>
                <Link to={`/registers/${encodeURIComponent(register)}/import`}>{`导入“${title}”`}</Link>
                {`（栏目：${channelIds.map(nameOf).join('、')}；文件有 ${shared} 列与它相同）`}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
