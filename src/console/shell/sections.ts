import type { ComponentType } from 'react';
import {
  AppstoreOutlined,
  ControlOutlined,
  FileDoneOutlined,
  FileTextOutlined,
  FolderAddOutlined,
  HistoryOutlined,
  HomeOutlined,
  LayoutOutlined,
  PartitionOutlined,
  QuestionCircleOutlined,
  SendOutlined,
  TableOutlined,
  TeamOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { features } from '#features/index.ts';
import { mayDoSomewhere, type Grant, type StaffRight } from '#rules/people/staff-rights.ts';

/** A screen that the menu leads to; without an act it is everybody's. */
export interface MenuScreen {
  to: string;
  name: string;
  act?: StaffRight;
}

/** A line of the side menu, and the screens that stand beside its own as tabs. */
export interface MenuLine extends MenuScreen {
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** name of its own tab; absent: the line's */
  tab?: string;
  beside?: readonly MenuScreen[];
}

interface Group {
  name: string;
  lines: readonly MenuLine[];
}

const ofCore: readonly Group[] = [
  {
    name: '工作',
    lines: [
      { to: '/', name: '我的工作台', icon: HomeOutlined },
      { to: '/editions', name: '稿件与内容', act: 'content.read', icon: FileDoneOutlined },
      {
        to: '/content',
        name: '文章',
        act: 'content.read',
        icon: FileTextOutlined,
        beside: [{ to: '/media', name: '图片与文件', act: 'content.read' }],
      },
      {
        to: '/channels',
        name: '栏目',
        act: 'content.read',
        icon: PartitionOutlined,
        beside: [{ to: '/ended', name: '撤下和停用', act: 'content.read' }],
      },
      { to: '/new-channel', name: '新建公示栏目', act: 'channel.change', icon: FolderAddOutlined },
      { to: '/registers', name: '登记表', act: 'content.read', icon: TableOutlined },
    ],
  },
  {
    name: '记录',
    lines: [
      { to: '/publications', name: '发布记录', icon: SendOutlined },
      { to: '/past', name: '历史页面', act: 'content.read', icon: HistoryOutlined },
      {
        to: '/audit',
        name: '操作记录',
        act: 'record.read',
        icon: UnorderedListOutlined,
        beside: [{ to: '/upstreams', name: '对接系统', act: 'record.read' }],
      },
    ],
  },
  {
    name: '管理',
    lines: [
      { to: '/pages', name: '页面', act: 'content.read', icon: LayoutOutlined },
      { to: '/settings', name: '设置', act: 'content.read', icon: ControlOutlined },
      { to: '/people', name: '人员', act: 'people.read', icon: TeamOutlined },
    ],
  },
  {
    name: '帮助',
    lines: [
      { to: '/help', name: '帮助', icon: QuestionCircleOutlined },
      {
        to: '/widgets',
        name: '部件与参考',
        tab: '部件',
        act: 'page.change',
        icon: AppstoreOutlined,
        beside: [{ to: '/reference', name: '参考', act: 'page.change' }],
      },
    ],
  },
];

const ofFeatures = Object.values(features).flatMap(({ menu = [] }) => menu);

/** LO1: the side menu, in groups; screens of features stand beside those of core. */
export const sections: readonly Group[] = ofCore.map(({ name, lines }) => ({
  name,
  lines: lines.map((line) => ({
    ...line,
    beside: [...(line.beside ?? []), ...ofFeatures.filter(({ beside }) => beside === line.to)],
  })),
}));

/** Screens of a line as its tabs, its own first. */
export const tabsOf = ({ to, name, tab = name, act, beside = [] }: MenuLine): MenuScreen[] => [
  { to, name: tab, ...(act && { act }) },
  ...beside,
];

/** The menu as a person may use it. */
export function menuFor(grants: readonly Grant[]): { name: string; lines: MenuLine[] }[] {
  const isTheirs = ({ act }: MenuScreen): boolean => act === undefined || mayDoSomewhere(grants, act);
  return sections
    .map(({ name, lines }) => ({
      name,
      lines: lines.filter(isTheirs).map((line) => ({ ...line, beside: (line.beside ?? []).filter(isTheirs) })),
    }))
    .filter(({ lines }) => lines.length > 0);
}

/** Screens that the header leads to; they are no tabs. */
export const IN_HEADER: readonly MenuScreen[] = Object.values(features).flatMap(({ menu = [], inHeader }) =>
  menu.filter(({ to }) => to === inHeader),
);

const isWithin = (here: string, to: string): boolean => here === to || (to !== '/' && here.startsWith(`${to}/`));

/** Screen of the menu that an address belongs to: the longest that it begins with. */
export function placeIn(screens: readonly MenuScreen[], here: string): MenuScreen | undefined {
  return screens.filter(({ to }) => isWithin(here, to)).toSorted((a, b) => b.to.length - a.to.length)[0];
}
