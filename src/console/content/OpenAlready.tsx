import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import type { PublicContent } from '#wire/edition-answers.ts';

/** Two drafts of one article: the later one to be published has to be compared with the other. */
export function OpenAlready({ open: { editionId, title, state } }: { open: NonNullable<PublicContent['open']> }) {
  return (
    <Alert
      type="warning"
      showIcon
      className="above-form"
      title={`这篇文章已有一份未发布的稿件（${EDITION_STATES[state]}）`}
      description={
        <>
          <p>
            <Link to={`/editions/${editionId}`}>{title}</Link>
          </p>
          <p>
            下面是现在公开的内容，不含那份稿件的修改。请优先在那份稿件中修改；两份稿件先后发布时，后一份须与先公开的核对。
          </p>
        </>
      }
    />
  );
}
