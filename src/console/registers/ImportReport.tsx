import { grouped } from '#rules/text/grouped-number.ts';
import { Alert, Button } from 'antd';
import type { ImportReportView } from '#wire/register-answers.ts';
import type { ReactNode } from 'react';
import { Panel } from '../parts/Panel.tsx';
import { ImportDifference } from './ImportDifference.tsx';
import './registers.css';

interface Props {
  report: ImportReportView;
  errorsHref: string | null;
  /** additions to the definition, or other readings, so that the file fits */
  amend?: ReactNode;
  /** a program sent it: nobody here has a file to mend */
  isDelivered?: boolean;
  /** only the first rows were looked at */
  isPart?: boolean;
  /** beside the errors, instead of the link */
  action?: ReactNode;
}

/** Findings of a check, in the order in which they matter. */
export function ImportReport({ report, errorsHref, amend, isPart = false, isDelivered = false, action }: Props) {
  const { file, sheet, headerRow, rowsRead, problems, badRows, remarks, difference } = report;
  const from = [sheet && `工作表“${sheet}”`, headerRow > 0 && `标题在第 ${headerRow} 行`].filter(Boolean).join('，');
  const seen = isPart ? '已检查前' : '共';
  const isGood = problems.length === 0 && badRows === 0;
  return (
    <>
      <Panel title={`检查结果：${file}`}>
        {isGood ? (
          <Alert type="success" showIcon title={`${seen} ${grouped(rowsRead)} 行，没有错误`} description={from} />
        ) : (
          <Alert
            type="error"
            showIcon
            title={
              problems.length > 0
                ? isDelivered
                  ? '内容不能接收'
                  : '文件不能导入'
                : `${seen} ${grouped(rowsRead)} 行，其中 ${grouped(badRows)} 行有错误`
            }
            description={
              isDelivered
                ? '什么都没有改变。请程序的负责人改正后再次报送。'
                : problems.length > 0
                  ? '请按下面的说明改正文件，再次选择。'
                  : '什么都没有改变。请下载标出错误的文件，改正后再次选择。'
            }
            action={
              action ??
              (errorsHref && (
                <Button href={errorsHref} download type="primary">
                  下载标出错误的文件
                </Button>
              ))
            }
          />
        )}
        <ul className="bullets report-notes">
          {problems.map(({ cell, value, reason, remedy }) => (
            <li
              key={`${cell} ${reason}`}
            >{`${[cell, value && `“${value}”`].filter(Boolean).join(' ')}${cell ? '：' : ''}${reason}。${remedy}`}</li>
          ))}
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
        {amend}
        <Errors report={report} />
        <Repairs report={report} />
      </Panel>
      {difference && <ImportDifference difference={difference} />}
    </>
  );
}

/** Errors by column: each wrong cell with its place, its content, the fault and the remedy. */
function Errors({ report: { errors } }: { report: ImportReportView }) {
  return errors.map(({ column, title, count: all, cells }) => (
    <section key={`${column} ${title}`} className="import-errors">
      <h3>{`${column} 列“${title}”：${grouped(all)} 处错误`}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex: whoever has no mouse scrolls it by keys */}
      <div className="error-cells" tabIndex={0} role="region" aria-label={`${title}列的错误`}>
        <table>
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">单元格</th>
              <th scope="col">现在的内容</th>
              <th scope="col">问题</th>
              <th scope="col">应为</th>
            </tr>
          </thead>
          <tbody>
            {cells.map(({ cell, value, reason, remedy }) => (
              <tr key={`${cell} ${reason}`}>
                <td>{/\d+$/.exec(cell)?.[0]}</td>
                <td>{cell}</td>
                <td>{value === '' ? '（空）' : value}</td>
                <td>{reason}</td>
                <td>{remedy.replace(/^应为：/, '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {all > cells.length && <p className="quiet">{`这里列出前 ${cells.length} 处，全部错误见标出错误的文件。`}</p>}
    </section>
  ));
}

function Repairs({ report: { repairs } }: { report: ImportReportView }) {
  if (repairs.length === 0) return null;
  return (
    <details className="repairs">
      <summary>{`读取时自动作了 ${repairs.length} 种调整（文件本身没有改动），请核对`}</summary>
      <ul className="bullets">
        {repairs.map(({ column, title, what, count: all, examples }) => (
          <li key={`${column} ${what}`}>{`${column} 列“${title}”：${what}，${grouped(all)} 处（${examples
            .slice(0, 3)
            .map(({ cell, from, to }) => `${cell} “${from}” → “${to}”`)
            .join('；')}）`}</li>
        ))}
      </ul>
    </details>
  );
}
