import type { ArticleItem, ChannelFacts } from '#page/data-shapes.ts';
import { countText } from '#rules/paging.ts';
import { RegisterFiles } from '#ui/RegisterFiles.tsx';
import { SiteLink } from '#ui/SiteLink.tsx';

/** Registers that are shown as facts; more are cells of the grid (HN7). */
const MOST = 3;
/** Digits with their commas that stand large. */
const SHORT = 5;

interface Fact {
  title: string;
  path: string;
  figures: ChannelFacts['registers'][number];
}

/** HN7: the registers of channels with one each; none where there are more than three, or several in one channel. */
export function factsOf(items: readonly ArticleItem[]): Fact[] {
  const found = items.flatMap(({ title, path, channelFacts }) =>
    (channelFacts?.registers ?? []).map((figures) => ({ title, path, figures })),
  );
  const isOneEach = new Set(found.map(({ path }) => path)).size === found.length;
  return found.length <= MOST && isOneEach ? found : [];
}

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
              <SiteLink path={path}>{title}</SiteLink>
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
              {hasFiles && (
                <span>
                  下载 <RegisterFiles register={register} formats={['xlsx']} rows={rows} title={`下载${title}`} saves />
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
