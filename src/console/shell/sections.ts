import { features } from '#features/index.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';

/** A screen of the side menu; without an act it is everybody's. */
interface Section {
  to: string;
  name: string;
  act?: StaffRight;
}

interface Group {
  name: string;
  screens: readonly Section[];
}

const ofCore: readonly Group[] = [
  {
    name: '工作',
    screens: [
      { to: '/', name: '我的工作台' },
      { to: '/editions', name: '稿件', act: 'content.read' },
      { to: '/content', name: '文章', act: 'content.read' },
      { to: '/channels', name: '栏目', act: 'content.read' },
      { to: '/new-channel', name: '新建公示栏目', act: 'channel.change' },
      { to: '/registers', name: '登记表', act: 'content.read' },
    ],
  },
  {
    name: '记录',
    screens: [
      { to: '/publications', name: '发布记录' },
      { to: '/past', name: '历史页面', act: 'content.read' },
      { to: '/ended', name: '撤下和停用', act: 'content.read' },
      { to: '/audit', name: '操作记录', act: 'record.read' },
      { to: '/upstreams', name: '对接系统', act: 'record.read' },
    ],
  },
  {
    name: '管理',
    screens: [
      { to: '/pages', name: '页面', act: 'content.read' },
      { to: '/settings', name: '设置', act: 'content.read' },
      { to: '/people', name: '人员', act: 'people.read' },
    ],
  },
  {
    name: '开发与帮助',
    screens: [
      { to: '/widgets', name: '部件' },
      { to: '/reference', name: '参考' },
      { to: '/help', name: '帮助' },
    ],
  },
];

const ofFeatures = Object.values(features).flatMap(({ menu = [] }) => menu);

/** The side menu, in groups. */
export const sections: readonly Group[] = ofCore.map(({ name, screens }) => ({
  name,
  screens: screens.flatMap((screen) => [screen, ...ofFeatures.filter(({ after }) => after === screen.to)]),
}));
