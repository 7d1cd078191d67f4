import { Button, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { quarterOf, quartersUntil } from '#rules/time/quarter.ts';
import { shanghaiDate } from '#rules/time/shanghai-date.ts';
import { hrefOf } from '../calls/call.ts';
import { Confirm } from '../parts/Confirm.tsx';

/** quarters to choose from: three years */
const QUARTERS = 12;

/** WB6: the data of a quarter as a file. */
export function QuarterExport() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [quarters] = useState(() => quartersUntil(shanghaiDate(Date.now()), QUARTERS));
  const [quarter, setQuarter] = useState(quarters[0]!);
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const save = async (): Promise<void> => {
    const link = document.createElement('a');
    link.href = hrefOf(format === 'xlsx' ? 'GET /quarter-report.xlsx' : 'GET /quarter-report.csv', { quarter });
    link.download = `季报数据 ${quarter}.${format}`;
    link.click();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>导出季报数据</Button>
      {isOpen && (
        <Confirm title="导出季报数据" action="导出" onConfirm={save} onClose={() => setOpen(false)}>
          <p>
            按栏目列出一个季度里公开的稿件：应在哪天、迟了几天、谁撰写、谁批准。只有您可以查看的栏目；导出会写入操作记录。
          </p>
          <div className="dialog-field">
            <label htmlFor={id}>季度</label>
            <Select
              id={id}
              value={quarter}
              onChange={setQuarter}
              options={quarters.map((code) => ({ value: code, label: quarterOf(code)!.name }))}
              getPopupContainer={(field) => field.parentElement!}
            />
          </div>
          <Radio.Group
            aria-label="文件格式"
            value={format}
            onChange={(event) => setFormat(event.target.value as 'xlsx' | 'csv')}
            options={[
              { value: 'xlsx', label: 'Excel' },
              { value: 'csv', label: 'CSV' },
            ]}
          />
        </Confirm>
      )}
    </>
  );
}
