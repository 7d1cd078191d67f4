import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { useRead } from '#console/calls/use-calls.ts';
import { Moment } from '#console/parts/Moment.tsx';

/** Note on the first screen, where the last check of the record found something (RC4). */
export function RecordNote() {
  const { data } = useRead('GET /record-check');
  if (!data?.last || data.last.found === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      className="above-form"
      title={`核对记录时发现 ${data.last.found.toLocaleString('zh-CN')} 处与记录不符`}
      description={
        <>
          完成于 <Moment at={data.last.at} />
        </>
      }
      action={<Link to="/record-check">查看</Link>}
    />
  );
}
