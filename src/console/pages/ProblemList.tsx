import { Alert } from 'antd';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { lineAndColumn, type Fault } from './json-places.ts';

interface Props {
  problems: readonly EditionProblem[];
  /** the text is no JSON */
  fault?: Fault & { text: string };
  /** leads to the place in the JSON */
  onGoTo: (pointer: string) => void;
}

/** Everything that keeps the page from being published, each leading to its place. */
export function ProblemList({ problems, fault, onGoTo }: Props) {
  if (fault) {
    const { line, column } = lineAndColumn(fault.text, fault.at);
    return (
      <Alert
        type="error"
        showIcon
        className="above-form"
        title={`第 ${line} 行第 ${column} 列：${fault.message}`}
        description="改正以前，表单和预览停留在上一次正确的样子。"
      />
    );
  }
  if (problems.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title={`有 ${problems.length} 处须改正；可以先保存，改正前不能公开`}
      description={
        <ul className="bullets problem-list">
          {problems.map(({ pointer = '', code = '', message }) => (
            <li key={`${pointer} ${code} ${message}`}>
              <button type="button" className="link-like" onClick={() => onGoTo(pointer)}>
                {message}
              </button>
            </li>
          ))}
        </ul>
      }
    />
  );
}
