import { Button, Space } from 'antd';
import type { WizardColumn, WizardQuestion, WizardTable } from '#wire/wizard.ts';
import { Panel } from '../parts/Panel.tsx';
import { columnAsked, idOf, isCalledWrong, withAnswer } from './answers.ts';
import type { Wizard } from './use-wizard.ts';

/** that wait for an answer at once */
const AT_ONCE = 5;

interface Props {
  wizard: Wizard;
  table: WizardTable;
  questions: readonly WizardQuestion[];
  /** as the columns were proposed, to take an answer back */
  proposed: readonly WizardColumn[];
  onChange: (changed: Partial<WizardTable>) => void;
}

/** RG16: cells that stand apart from the others. Whoever passes over them goes on all the same. */
export function Questions({ wizard: { state, change }, table, questions, proposed, onChange }: Props) {
  const { passed = [] } = state;
  const asked = questions.flatMap((one) => {
    const column = columnAsked(one, table.columns);
    if (!column) return [];
    const isWrong = isCalledWrong(one, column);
    return [{ one, column, isWrong, isPassed: !isWrong && passed.includes(idOf(one, column)) }];
  });
  const open = asked.filter(({ isWrong, isPassed }) => !isWrong && !isPassed);
  if (asked.length === 0) return null;
  const shown = asked.filter(({ one, isWrong, isPassed }) =>
    isWrong || isPassed ? true : open.findIndex((other) => other.one === one) < AT_ONCE,
  );
  const put = (column: WizardColumn): void =>
    onChange({ columns: table.columns.map((one) => (one.place === column.place ? column : one)) });
  return (
    <Panel title="与其余不同的单元格" extra={<span className="quiet">请看一眼是否写错；不回答也可以继续</span>}>
      <ul className="wizard-questions">
        {shown.map(({ one, column, isWrong, isPassed }) => {
          const id = idOf(one, column);
          const pass = (): void => change({ passed: [...passed, id] });
          const reopen = (): void => {
            if (isPassed) change({ passed: passed.filter((other) => other !== id) });
            else put(withAnswer(one, column, 'right', proposed));
          };
          const { wrong, right, said } = wordsOf(one);
          return (
            <li key={id}>
              <p>{`${one.words}。${one.kind === 'choice' && one.meant !== '' ? `您是不是要找“${one.meant}”？` : ''}`}</p>
              {isWrong || isPassed ? (
                <p className={isWrong ? 'field-problem' : 'quiet'}>
                  {isWrong ? said : `${right}。`}
                  <Button type="link" size="small" aria-label={`改变回答：${one.cell}`} onClick={reopen}>
                    改变回答
                  </Button>
                </p>
              ) : (
                <Space wrap>
                  <Button
                    size="small"
                    aria-label={`${one.cell}：${wrong}`}
                    onClick={() => put(withAnswer(one, column, 'wrong', proposed))}
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

function wordsOf({ kind, cell, meant, pattern }: WizardQuestion): { wrong: string; right: string; said: string } {
  if (kind === 'empty')
    return { wrong: '应当填写，设为必填', right: '可以不填', said: `已设为必填，${cell} 作为错误列在“检查结果”中。` };
  const be = meant === '' ? (pattern ? `，应为 ${pattern.patternHint}` : '') : `，应为“${meant}”`;
  return {
    wrong: `写错了${be}`,
    right: '没有写错',
    said: `写错了${be}。${cell} 已作为错误列在“检查结果”中，请在文件中改正后重新上传。`,
  };
}
