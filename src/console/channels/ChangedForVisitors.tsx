import type { ChannelPlan, PlannedMenu, PlannedTable, ShownChannel } from '#wire/channel-answers.ts';
import { FoldedWhenMany } from '../parts/Folded.tsx';

/** SU22: by name, what visitors come to find in menus, or find there no more. */
export function Shown({ channels }: { channels: readonly ShownChannel[] }) {
  const lines = (how: ShownChannel['how'], words: string) => {
    const named = channels.filter((one) => one.how === how);
    return named.length === 0 ? null : (
      <>
        <h3>{words}</h3>
        <FoldedWhenMany title={`${named.length} 个栏目`} count={named.length}>
          <ul className="bullets">
            {named.map(({ channelId, name, path }) => (
              <li key={channelId}>
                {name}
                <span className="quiet">{` ${path}`}</span>
              </li>
            ))}
          </ul>
        </FoldedWhenMany>
      </>
    );
  };
  return (
    <>
      {lines('comes', '开始出现在菜单里的栏目')}
      {lines('leaves', '不再出现在菜单里的栏目')}
    </>
  );
}

export function Menus({ title: heading, menus }: { title: string; menus: readonly PlannedMenu[] }) {
  if (menus.length === 0) return null;
  return (
    <>
      <h3>{heading}</h3>
      <dl className="menu-changes">
        {menus.map(({ title, lines }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <Pieces lines={lines} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const Pieces = ({ lines }: { lines: PlannedMenu['lines'] }) =>
  near(lines).map(({ how, text, at }) => (
    <span key={at} className={`menu-${how}`}>
      {how !== 'same' && <span className="unseen">{how === 'added' ? '新增' : '移走'}</span>}
      {how === 'added' ? <ins>{text}</ins> : how === 'removed' ? <del>{text}</del> : text}
    </span>
  ));

/** Keeps the changed entries with a neighbour on each side; dots stand for the rest. */
function near(lines: PlannedMenu['lines']): { how: string; text: string; at: number }[] {
  const isNear = (at: number) =>
    [at - 1, at, at + 1].some((place) => lines[place] !== undefined && lines[place].how !== 'same');
  return lines.flatMap(({ how, text }, at) => {
    if (isNear(at)) return [{ how, text, at }];
    return at > 0 && !isNear(at - 1) ? [] : [{ how: 'same', text: '…', at }];
  });
}

export function SiteName({ of }: { of: ChannelPlan['siteName'] }) {
  return of === null ? null : (
    <>
      <h3>页面标题</h3>
      <p>{`所有页面的标题里，“${of.before}”改为“${of.after}”。`}</p>
    </>
  );
}

const PART_WORDS = { headings: '页面上的列', csv: '下载文件的列', template: '导入模板的列' } as const;
const PLACE_WORDS = {
  page: { comes: '开始有页面显示它', leaves: '不再有页面显示它' },
  file: { comes: '可以下载', leaves: '不能再下载' },
} as const;

/** ED9: what tables, downloads and import templates have and have no more. */
export function Tables({ of }: { of: readonly PlannedTable[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h3>表格和下载</h3>
      <FoldedWhenMany title={`${of.length} 张登记表`} count={of.length}>
        <dl className="menu-changes">
          {of.map(({ register, title, formerTitle, parts, file, page }) => {
            const places = [
              ...(page === 'same' ? [] : [PLACE_WORDS.page[page]]),
              ...(file === 'same' ? [] : [PLACE_WORDS.file[file]]),
            ];
            return (
              <div key={register}>
                <dt>{formerTitle === undefined ? title : `${title}（原名“${formerTitle}”）`}</dt>
                {places.length > 0 && <dd>{places.join('；')}</dd>}
                {parts.map(({ part, lines }) => (
                  <dd key={part}>
                    {`${PART_WORDS[part]}：`}
                    <Pieces lines={lines} />
                  </dd>
                ))}
              </div>
            );
          })}
        </dl>
      </FoldedWhenMany>
    </>
  );
}
