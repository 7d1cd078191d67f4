import { Alert, Button } from 'antd';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { CallFailed } from '../calls/call.ts';
import type { EditionProblem } from '#wire/edition-answers.ts';
import { subjectTitle } from '#kinds/change-words.ts';
import { useEditionNames } from './edition-names.ts';

interface RefusalWords {
  version?: number;
  savedBy?: string;
  savedAt?: string;
  problems?: EditionProblem[];
  subjects?: string[];
}

/** Why an act was refused, with all that is known, and the way on. */
export function Refusal({ refusal, onReload }: { refusal: CallFailed; onReload: () => void }) {
  const { version, savedBy = '', savedAt = '', problems = [], subjects = [] } = (refusal.data ?? {}) as RefusalWords;
  const names = useEditionNames([], {}, subjects);
  const isNewer = refusal.code === '2021';
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="failure"
      title={
        isNewer && version !== undefined
          ? `${savedBy}已在 ${shanghaiSecond(savedAt)} 把稿件保存为第 ${version} 版`
          : refusal.message
      }
      description={
        <>
          {isNewer && <p>您看到的是较早的一版，刚才的操作没有进行。请载入新的一版，核对差异后再操作。</p>}
          {refusal.code === '2024' && <p>以下问题须由撰写人修改并保存后，才能继续：</p>}
          {refusal.code === '2025' && (
            <p>稿件开始撰写以后，以下内容已经另行发布。请撰写人与现在公开的内容核对，重新保存并提交审核：</p>
          )}
          <ul className="bullets">
            {problems.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
            {subjects.map((subject) => (
              <li key={subject}>{subjectTitle(subject, names)}</li>
            ))}
          </ul>
        </>
      }
      action={
        <Button size="small" onClick={onReload}>
          {isNewer && version !== undefined ? `载入第 ${version} 版` : '重新载入'}
        </Button>
      }
    />
  );
}
