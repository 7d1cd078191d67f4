import { grouped } from '#rules/text/grouped-number.ts';
import { Button, Space } from 'antd';
import { isOfNoRow } from '#wire/data-rows.ts';
import type { FileMends, ImportReportView } from '#wire/register-answers.ts';
import { Choices, FileQuestions } from './FileQuestions.tsx';

interface Props {
  report: Pick<ImportReportView, 'mendable' | 'questions'>;
  /** mends that were requested so far */
  mends: FileMends;
  onChange: (mends: FileMends) => void;
  isBusy?: boolean;
}

/**
 * RG43: what the program can mend of a file by itself, one button each, and the way back, with the rows that may be data
 * nevertheless (VA7). What it did is in the report.
 */
export function FileMending({ report: { mendable, questions = [] }, mends, onChange, isBusy = false }: Props) {
  const { fillMerged = false, leaveNotes = false } = mends;
  const { merged = 0, notes = 0 } = mendable ?? {};
  const ofNoRows = questions.filter(({ key }) => isOfNoRow(key));
  const others = questions.filter(({ key }) => !isOfNoRow(key));
  const questionFields = <FileQuestions questions={others} mends={mends} onChange={onChange} isBusy={isBusy} />;
  if (merged + notes === 0 && !fillMerged && !leaveNotes) return questionFields;
  const button = (words: string, next: FileMends) => (
    <Button key={words} size="small" disabled={isBusy} onClick={() => onChange({ fillMerged, leaveNotes, ...next })}>
      {words}
    </Button>
  );
  return (
    <>
      {questionFields}
      <div className="import-amendment">
        <p className="quiet">这些不用回到文件里改，文件本身不变；改动了哪些，列在检查结果里：</p>
        <Space wrap>
          {fillMerged
            ? button('不再填满合并单元格', { fillMerged: false })
            : merged > 0 && button(`把 ${grouped(merged)} 处合并单元格逐行填满`, { fillMerged: true })}
          {leaveNotes
            ? button('仍导入合计和附注', { leaveNotes: false })
            : notes > 0 && button(`不导入这 ${grouped(notes)} 行`, { leaveNotes: true })}
        </Space>
        {ofNoRows.length > 0 && (
          <>
            <p className="quiet">其中若有数据，请先说明是哪一行：</p>
            <Choices questions={ofNoRows} mends={mends} onChange={onChange} isBusy={isBusy} />
          </>
        )}
      </div>
    </>
  );
}
