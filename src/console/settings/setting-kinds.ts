import { FIRM_CHECKS, USUAL_CHECKS } from '#rules/checks/firm-checks.ts';

/** Differences of a setting's screen from a form made of its schema. */
export interface KindOfSetting {
  purpose: string;
  /** place where visitors see it */
  where?: string;
  body?:
    | 'visible'
    | 'brand'
    | 'banners'
    | 'terms'
    | 'search-words'
    | 'old-addresses'
    | 'absent-registers'
    | 'checks'
    | 'grey'
    | 'text';
  /** can be looked at on a page while it is typed */
  hasPreview?: true;
  /** true where its publication is not taken back */
  isFinal?: true;
  /** start value of a setting that has no public value */
  empty?: unknown;
  /** true where the start value counts while nothing is public */
  isUsual?: true;
}

/** SU8 */
export const SITE_VISIBLE = 'site.visible';
export const GREY_MODE = 'webparam.sys.skin_zq';

export const KINDS_OF_SETTINGS: Readonly<Record<string, KindOfSetting>> = {
  site: {
    hasPreview: true,
    where: '每个页面的页眉、页脚和侧栏',
    purpose:
      '公司名称、热线、地址、备案信息和友情链接等，显示在每个页面的页眉、页脚和侧栏。没有填写的部分不显示；繁体的名称不填时自动转换。',
    empty: { name: '' },
  },
  brand: {
    hasPreview: true,
    where: '每个页面的样子',
    purpose:
      '标志、图标、颜色、标题字体和首页的标语：访客看到的是您公司的网站。发布后立即生效；没有设定的部分用程序自带的样子。',
    body: 'brand',
    empty: { headings: 'sans' },
  },
  banners: {
    hasPreview: true,
    where: '首页上方',
    purpose: '首页上方轮播的横幅，按这里的顺序显示，最多 8 条。每条可以有自己的开始和结束时间，到时自动换上或撤下。',
    body: 'banners',
    empty: [],
  },
  'script.protected': {
    where: '繁体的每个页面',
    purpose: '转换为繁体时保持原样的词语，如文章中的人名、证券简称。登记表中的姓名和编号本来就不转换，不必列在这里。',
    body: 'terms',
    empty: [],
  },
  'script.words': {
    where: '繁体的每个页面',
    purpose:
      '本公司在繁体页面上另有写法的词语，如公司名称、地名：左边是网站上的文字，右边是繁体页面上的写法。保存以前，右侧列出哪些公开的文字会怎样改变。',
    empty: [],
  },
  'search.words': {
    where: '全站搜索',
    purpose:
      '访客的说法与网站的用词：搜索“打新”，也找到写着“新股申购”的内容。一组可以有几种说法、几个用词，几个字都可以。',
    body: 'search-words',
    empty: [],
  },
  'old.addresses': {
    where: '访客看不到；打开旧地址的人会转到新地址',
    purpose:
      '以前的网站的地址，各转到现在的哪一页（301）。只用于本站没有的地址，不会盖住现有的页面。可以从 Excel 粘贴两列，或选择 CSV 文件。',
    body: 'old-addresses',
    empty: { hosts: [], lines: [] },
  },
  'registers.absent': {
    where: '人员核验、产品核验和预览；登记表的列表',
    purpose:
      '程序自带的登记表中，本公司没有的业务在这里勾选，发布以后不再列入核验和列表，也不影响“查不到”的说法。以后有了这项业务，取消勾选再发布；导入并发布内容的，访客随即看得到，不受标记影响。',
    body: 'absent-registers',
    empty: [],
  },
  [FIRM_CHECKS]: {
    where: '访客看不到；撰写、提交和审核稿件的人看得到',
    purpose:
      '内容公开以前检查什么，没有通过时怎样处理：只作提示、须说明理由，或不得提交。发布以后立即用于所有没有公开的稿件。',
    body: 'checks',
    empty: USUAL_CHECKS,
    isUsual: true,
  },
  'research.topics': {
    purpose: '“热点聚焦”的主题，按筛选时的顺序。代码写在文章和网址里，名称可以改，代码不要改。',
    empty: [],
  },
  'research.tags': {
    purpose: '研究文章的标签。代码写在文章和网址里，名称可以改，代码不要改；撤去标签前，先改掉使用它的文章。',
    empty: [],
  },
  senders: {
    where: '访客看不到',
    purpose:
      '可以从哪些环境（如测试环境）接收内容文件：每个环境的名称和密钥。不在这里的环境导出的文件，导入时会被拒绝。这项设置本身不会随文件传到别的环境。',
    empty: [],
  },
  demo: { where: '每个页面上方', purpose: '网站上方是否显示“演示数据，均为虚构”。', empty: false },
  'webparam.sys.tracking': {
    where: '访客看不到；同意隐私政策的访客，浏览的页面会发送到这里',
    purpose: '同意隐私政策的访客浏览页面时，把页面地址发送到这里统计；留空则不统计。',
    body: 'text',
    empty: '',
  },
  [SITE_VISIBLE]: {
    where: '整个网站',
    purpose:
      '网站准备好以后在这里提出开通：同其他稿件一样由他人审核，发布以后访客才看得到网站；也可以约定时间。开通不能撤销。',
    body: 'visible',
    isFinal: true,
    empty: false,
  },
  [GREY_MODE]: {
    where: '首页',
    purpose:
      '国家公祭等日子，首页以黑白显示。可以约定开始和结束时间：一次保存，建成开启和恢复两份稿件，分别审核，到时自动公开。',
    body: 'grey',
    empty: 'false',
  },
};

/** A value that fits in a line, in words; null: a document, or none. */
export function settingText(name: string, value: unknown): string | null {
  if (name === GREY_MODE) return String(value) === 'true' ? '灰色' : '彩色';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
