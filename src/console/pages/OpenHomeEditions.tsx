import { Link } from 'react-router-dom';
import type { PageSchemaAnswer } from '#wire/console-answers.ts';

/** Said beside a choice of the composition: editions under way that change the home page, too. */
export const OpenHomeEditions = ({ editions }: Pick<PageSchemaAnswer, 'editions'>) =>
  editions.map(({ editionId }) => (
    <p key={editionId} className="quiet">
      已有<Link to={`/editions/${editionId}`}>{`第 ${editionId} 号稿件`}</Link>在改首页，先处理它，以免互相覆盖。
    </p>
  ));
