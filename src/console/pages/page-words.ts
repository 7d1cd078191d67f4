/** Names for people of what page schemas call by words of their own; one that is new is shown as it is. */
const LAYOUTS: Readonly<Record<string, string>> = {
  channel: '栏目页',
  overview: '栏目总览',
  list: '列表页',
  detail: '详情页',
  home: '首页',
};
const PLACES: Readonly<Record<string, string>> = {
  top: '上部',
  main: '主体',
  'main-side': '主体右栏',
  bottom: '下部',
  hero: '首屏',
  entries: '快捷入口',
  tinted: '底色区',
  'tinted-side': '底色区右栏',
  lower: '下区',
  'lower-side': '下区右栏',
  band: '通栏',
};
const SHAPES: Readonly<Record<string, string>> = {
  none: '不需要数据',
  content: '栏目内容',
  articles: '文章列表',
  article: '一篇文章',
  rows: '登记表的行',
  files: '附件',
  changes: '名单变动',
  verification: '核验结果',
  verifiable: '可以核验的名册',
  hits: '检索结果',
  columns: '栏目或主题',
  banners: '横幅',
  links: '栏目链接',
  catalogue: '分类目录',
  datasets: '公开数据',
  updates: '更新记录',
};
const CLAIMS: Readonly<Record<string, string>> = {
  path: '固定地址',
  channel: '栏目',
  url: '栏目地址',
  idEnds: '栏目编号的结尾',
  contentKind: '栏目内容的种类',
  default: '其余栏目',
};

export const HEADINGS_IN_WORDS = { above: '在上方，带标记', beside: '在左侧', ruled: '在上方，下有双线' } as const;
/** HN6 */
export const COMPOSITION_WORDS = { ground: '底图首屏', split: '左右分栏', ruled: '双线典雅' } as const;
export const HEADERS = { full: '完整', minimal: '只有首页链接和客服热线' } as const;
export const CONTENT_KINDS: Readonly<Record<string, string>> = {
  list: '文章列表',
  html: '一篇文章',
  htmlFile: '文章和附件',
  downList: '只有附件',
  empty: '没有内容',
  detail: '文章的详情页',
};

/** Origins of a param's value. */
export const PARAM_FROM: Readonly<Record<string, string>> = {
  channel: '取自所在栏目',
  path: '取自地址的路径',
  address: '取自网址的查询参数',
};

/** Fields of a page and of a block, as their forms call them. */
export const PAGE_FIELDS = {
  for: '用于',
  layout: '版式',
  header: '页眉',
  headings: '标题样式',
  title: '标题',
  description: '搜索引擎显示的说明',
  blocks: '块',
  titleParam: '写在标题之前的查询参数',
  composition: '构图',
  keepsScroll: '返回时回到上次的位置',
  page: '页面名',
  schemaVersion: '格式的版本',
  $schema: '供编辑器用的格式说明',
} as const;
export const BLOCK_FIELDS = {
  heading: '块标题',
  place: '位置',
  source: '数据来源',
  widget: '部件',
  tab: '页签',
  eachListBelow: '按栏目分页签',
  loneLinkJoins: '与哪一块合用按钮',
  id: '块名',
  address: '查询参数的前缀',
  propsVersion: '部件的设置的版本',
  props: '部件的设置',
} as const;

export const layoutName = (name: string): string => LAYOUTS[name] ?? name;
export const placeName = (name: string): string => PLACES[name] ?? name;
export const shapeName = (name: string): string => SHAPES[name] ?? name;
export const claimName = (name: string): string => CLAIMS[name] ?? name;

export const FROM_NAMES = { file: '系统提供', edition: '已发布', 'built-in': '系统内置' } as const;
