import { Alert } from 'antd';
import { Link } from 'react-router-dom';
import { EDITION_STATES } from '#rules/editions/edition-steps.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import type { Setting } from '#wire/console-answers.ts';
import { Moment } from '../parts/Moment.tsx';

/** Public value of a setting, and its open editions. @param editing the edition that is being changed here */
export function SettingState({
  setting: { since, publication, editions },
  editing,
}: {
  setting: Setting;
  editing: number;
}) {
  const others = editions.filter(({ editionId }) => editionId !== editing);
  return (
    <>
      <p className="standing">
        {since === '' ? (
          '现在没有公开的内容。'
        ) : (
          <>
            现在公开的内容自 <Moment at={since} /> 起（<Link to="/publications">{`第 ${publication} 号发布`}</Link>）。
          </>
        )}
        {editing > 0 && `正在修改第 ${editing} 号稿件。`}
      </p>
      {others.length > 0 && (
        <Alert
          type="info"
          className="above-form"
          title="已有稿件要改变这项设置"
          description={
            <ul className="bullets">
              {others.map(({ editionId, title, state, savedBy, plannedAt, publishAt }) => (
                <li key={editionId}>
                  <Link to={`/editions/${editionId}`}>{title}</Link>
                  {`：${EDITION_STATES[state]}，${savedBy}`}
                  {publishAt !== ''
                    ? `，将于 ${shanghaiSecond(publishAt)} 自动公开`
                    : plannedAt !== ''
                      ? `，计划 ${shanghaiSecond(plannedAt)} 公开，还没有定时`
                      : ''}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
