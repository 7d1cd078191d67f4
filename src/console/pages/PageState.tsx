import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { Moment } from '../parts/Moment.tsx';
import { FROM_NAMES } from './page-words.ts';

/** Origin of a page, and its open editions. @param editing the edition that is being changed here */
export function PageState({
  answer: { page, from, since, editions, path },
  isNew,
  editing,
}: {
  answer: PageSchemaAnswer;
  isNew: boolean;
  editing: number;
}) {
  const others = editions.filter(({ editionId }) => editionId !== editing);
  return (
    <>
      <p className="standing">
        <code>{page}</code>
        {isNew ? (
          '：还没有公开。'
        ) : from === 'edition' ? (
          <>
            ：现在公开的是 <Moment at={since} /> 发布的版本。
          </>
        ) : (
          `：现在公开的是${FROM_NAMES[from]}的版本。`
        )}
        {editing > 0 && `正在修改第 ${editing} 号稿件。`}
        {path !== '' && (
          <a href={SITE_BASE + path} target="_blank" rel="noopener">
            查看网页
          </a>
        )}
      </p>
      {others.length > 0 && (
        <Alert
          type="info"
          className="above-form"
          title="已有稿件要改变这个页面"
          description={
            <ul className="bullets">
              {others.map(({ editionId, title, state, savedBy }) => (
                <li key={editionId}>
                  <Link to={`/editions/${editionId}`}>{title}</Link>
                  {`：${EDITION_STATES[state]}，${savedBy}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
