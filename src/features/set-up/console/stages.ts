import { mayDoSomewhere, type Grant, type StaffRight } from '#rules/people/staff-rights.ts';
import { SET_UP_STAGES, type SetUpStageName } from '../set-up-stages.ts';
import type { SetUpStage } from '../wire.ts';

export const stageAddress = (stage: SetUpStageName): string => `/setting-up/${stage}`;

/** An edition within its stage. @param isEdited in its form */
export const editionAddress = (stage: SetUpStageName, editionId: number, isEdited = false): string =>
  `${stageAddress(stage)}?edition=${editionId}${isEdited ? '&edit=1' : ''}`;

/** Purpose of each stage. */
export const STAGE_PURPOSES: Readonly<Record<SetUpStageName, string>> = {
  people: '发布的内容至少经过两个人：添加撰写、审核和发布的人，再由第二个人结束初始设置，稿件从此可以发布。',
  firm: '公司的名称、热线、投诉电话、地址、备案号和友情链接（如监管机构的网站），显示在每个页面的页眉、页脚和侧栏。没有填写的部分不显示；繁体的名称不填时自动转换。',
  brand: '标志、图标、颜色、标题字体和首页的标语，让访客看到的是您公司的网站。没有设定的部分用程序自带的样子。',
  channels: '选用一套起步栏目，网站就有了栏目、页面和空的登记表；发布以后，还可以逐个改名、移动、停用。',
  legal:
    '访客须同意隐私政策和用户协议，法律声明列在每页的页脚。可以用范本撰写：只有公司自己知道的内容写作【待填：……】，还有待填之处的不能发布。',
  check: '网站公开以前还缺什么，处理中的稿件还有哪些问题。每一项都有链接。',
  open: '前面的准备好了，由一人提出开通、另一人审核；发布以后，访客看得到网站。开通不能撤销。',
};

/** Right that a person needs to fill in each stage; undefined where there is only something to read. */
const STAGE_RIGHTS: Readonly<Record<SetUpStageName, StaffRight | undefined>> = {
  people: 'people.change',
  firm: 'setting.change',
  brand: 'setting.change',
  channels: 'channel.change',
  legal: 'content.write',
  check: undefined,
  open: 'setting.change',
};

/** Stage where a person continues: the first that is neither over nor left out, and waits for them. */
export function stageToGoOnWith(stages: readonly SetUpStage[], grants: readonly Grant[]): SetUpStageName {
  const may = (right: StaffRight): boolean => mayDoSomewhere(grants, right);
  const waits = ({ name, state }: SetUpStage): boolean => {
    if (state === 'in-review') return may('content.review');
    if (state === 'approved') return may('content.publish');
    const right = STAGE_RIGHTS[name];
    return !['published', 'done', 'skipped'].includes(state) && right !== undefined && may(right);
  };
  return stages.find(waits)?.name ?? 'check';
}

export const stageBeside = (stage: SetUpStageName, step: 1 | -1): SetUpStageName | undefined =>
  SET_UP_STAGES[SET_UP_STAGES.indexOf(stage) + step];

const KEY = 'set-up-stage';

/** SU9: the stage that was left in this tab for another screen. */
export const leftStage = (): SetUpStageName | undefined =>
  SET_UP_STAGES.find((stage) => stage === sessionStorage.getItem(KEY));

export function rememberStage(stage: SetUpStageName | null): void {
  if (stage === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, stage);
}
