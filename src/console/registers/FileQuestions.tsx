import { Button, Space } from 'antd';
import type { FileMends, FileQuestion } from '#wire/register-answers.ts';

interface Props {
  questions: readonly FileQuestion[];
  mends: FileMends;
  onChange: (mends: FileMends) => void;
  isBusy?: boolean;
}

/** EY6: what nobody can tell from the file, a button for each answer; all answers can be taken back. */
export function FileQuestions({ questions, mends, onChange, isBusy = false }: Props) {
  const answered = Object.keys(mends.answers ?? {}).length;
  if (questions.length === 0 && answered === 0) return null;
  return (
    <div className="import-amendment">
      {questions.length > 0 && <p className="quiet">这些从文件看不出来，请回答，文件会马上重新检查：</p>}
      <Choices questions={questions} mends={mends} onChange={onChange} isBusy={isBusy} />
      {answered > 0 && (
        <Button type="link" size="small" disabled={isBusy} onClick={() => onChange({ answers: {} })}>
          {`收回 ${answered} 个回答`}
        </Button>
      )}
    </div>
  );
}

/** Each question with its answers. */
export function Choices({ questions, mends: { answers = {} }, onChange, isBusy = false }: Props) {
  return questions.map(({ key, words, choices }) => (
    <div key={key} role="group" aria-label={words} className="file-question">
      <span>{words}</span>
      <Space wrap>
        {choices.map(({ answer, words: choice }) => (
          <Button
            key={answer}
            size="small"
            disabled={isBusy}
            onClick={() => onChange({ answers: { ...answers, [key]: answer } })}
          >
            {choice}
          </Button>
        ))}
      </Space>
    </div>
  ));
}
