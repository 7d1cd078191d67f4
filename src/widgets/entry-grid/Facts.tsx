import { countText } from '#rules/addresses/paging.ts';
import { Phrases } from '#ui/Phrases.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';
import type { Fact } from './facts.ts';

/** A sheet of a workbook has no more rows than this and its head. */
const SHEET_ROWS = 1_048_575;

/** Digits with their commas that stand large. */
const SHORT = 5;

/** Each with its number, unit, date, department, list and file. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className={`registers registers--${facts.length}`}>
      {facts.map(({ title, path, figures: { register, rows, countWord, dataDate, department, hasFiles } }) => (
        <li key={path} className="registered">
          <p
            className={
              countText(rows).length > SHORT ? 'registered__number registered__number--long' : 'registered__number'
            }
          >
            <b>{countText(rows)}</b> {countWord}
          </p>
          <div>
            <h3 className="registered__title">
              <SiteLink path={path}>
                <Phrases text={title} />
              </SiteLink>
            </h3>
            <dl className="registered__facts">
              <div>
                <dt>数据截至</dt>
                <dd>{dataDate}</dd>
              </div>
              {department && (
                <div>
                  <dt>责任部门</dt>
                  <dd>{department}</dd>
                </div>
              )}
            </dl>
            <p className="registered__ways">
              <SiteLink path={path} label={`查看名单：${title}`}>
                查看名单
              </SiteLink>
              {hasFiles && rows <= SHEET_ROWS && (
                <a href={`/register-file/${register}.xlsx`} download="" aria-label={`下载 Excel：${title}`}>
                  下载 Excel
                </a>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
