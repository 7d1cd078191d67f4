import type { EditionPartProps } from '#console/editions/edition-part.ts';
import { useRead } from '#console/calls/use-calls.ts';
import { Moment } from '#console/parts/Moment.tsx';
import { Panel } from '#console/parts/Panel.tsx';
import './shares.css';

/** SH5: what people outside answered to a preview, told apart from every consent of a reviewer. */
export function OutsideAnswers({ editionId, version: newest }: EditionPartProps) {
  const { data } = useRead('GET /editions/:editionId/shares', { editionId });
  if (!data || data.answers.length === 0) return null;
  return (
    <Panel title="未核实的外部意见">
      <p className="quiet">来自预览链接的打开者，姓名由其自己填写，没有核实；不是审核意见，不代替审核。</p>
      <ol className="newest edition-steps">
        {data.answers.map(({ no, at, name, remark, version, forWhom }) => (
          <li key={no}>
            <strong>{`${name}（未核实）：${remark === '' ? '无异议' : '有意见'}`}</strong>
            <span>
              <Moment at={at} />
              {` 对第 ${version} 版${version < newest ? '（此后又有修改）' : ''}，凭给“${forWhom}”的链接`}
            </span>
            {remark !== '' && <p className="outside-remark">{remark}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
