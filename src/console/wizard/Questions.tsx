import { Button, Space } from 'antd';
import { fileFields, withFileField, type FileField } from '#kinds/register/wizard-table.ts';
import type { WizardQuestion, WizardTable } from '#wire/wizard.ts';
import { Panel } from '../parts/Panel.tsx';
import { findColumn, idOf, isCalledWrong, withAnswer } from './answers.ts';
import type { Wizard } from './use-wizard.ts';

/** questions that are shown at once */
const AT_ONCE = 5;

interface Props {
  wizard: Wizard;
  table: WizardTable;
  questions: readonly WizardQuestion[];
  /** table as it was proposed, to take an answer back */
  proposed: WizardTable;
  onChange: (next: WizardTable) => void;
}

/** RG16: questions about unusual cells. An editor who leaves them unanswered can continue all the same. */
export function Questions({ wizard: { state, change }, table, questions, proposed, onChange }: Props) {
  const { passed = [] } = state;
  const columns = fileFields(table);
  const applicable = questions.flatMap((one) => {
    const column = findColumn(one, columns);
    if (!column) return [];
    const isWrong = isCalledWrong(one, column);
    return [{ one, column, isWrong, isPassed: !isWrong && passed.includes(idOf(one, column)) }];
  });
  const open = applicable.filter(({ isWrong, isPassed }) => !isWrong && !isPassed);
  if (applicable.length === 0) return null;
  const shown = applicable.filter(({ one, isWrong, isPassed }) =>
    isWrong || isPassed ? true : open.findIndex((other) => other.one === one) < AT_ONCE,
  );
  const put = (column: FileField): void => onChange(withFileField(table, column));
  return (
    <Panel title="与其余不同的单元格" extra={<span className="quiet">请看一眼是否写错；不回答也可以继续</span>}>
      <ul className="wizard-questions">
        {shown.map(({ one, column, isWrong, isPassed }) => {
          const id = idOf(one, column);
          const pass = (): void => change({ passed: [...passed, id] });
          const reopen = (): void => {
            if (isPassed) change({ passed: passed.filter((other) => other !== id) });
            else put(withAnswer(one, column, 'right', fileFields(proposed)));
          };
          const { wrong, right, answered } = wordsOf(one);
          return (
            <li key={id}>
              <p>{`${one.words}。${one.kind === 'choice' && one.meant !== '' ? `您是不是要找“${one.meant}”？` : ''}`}</p>
              {isWrong || isPassed ? (
                <p className={isWrong ? 'field-problem' : 'quiet'}>
                  {isWrong ? answered : `${right}。`}
                  <Button type="link" size="small" aria-label={`改变回答：${one.cell}`} onClick={reopen}>
                    改变回答
                  </Button>
                </p>
              ) : (
                <Space wrap>
                  <Button
                    size="small"
                    aria-label={`${one.cell}：${wrong}`}
                    onClick={() => put(withAnswer(one, column, 'wrong', fileFields(proposed)))}
                  >
                    {wrong}
                  </Button>
                  <Button size="small" aria-label={`${one.cell}：${right}`} onClick={pass}>
                    {right}
                  </Button>
                </Space>
              )}
            </li>
          );
        })}
      </ul>
      {open.length > AT_ONCE && <p className="quiet">{`还有 ${open.length - AT_ONCE} 处，回答上面的以后列出。`}</p>}
    </Panel>
  );
}

function wordsOf({ kind, cell, meant, pattern }: WizardQuestion): { wrong: string; right: string; answered: string } {
  if (kind === 'empty')
    return {
      wrong: '应当填写，设为必填',
      right: '可以不填',
      answered: `已设为必填，${cell} 作为错误列在“检查结果”中。`,
    };
  const be = meant === '' ? (pattern ? `，应为 ${pattern.patternHint}` : '') : `，应为“${meant}”`;
  return {
    wrong: `写错了${be}`,
    right: '没有写错',
    answered: `写错了${be}。${cell} 已作为错误列在“检查结果”中，请在文件中改正后重新上传。`,
  };
}
