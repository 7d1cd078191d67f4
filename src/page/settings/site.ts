import { list, object, optional, text, webAddress, type ValueOf } from '../schema-words.ts';
import { defineSetting } from './define-setting.ts';

const words = (title: string, maxLength = 100) => text({ title, maxLength, pattern: '\\S' });
const PHONE = '^[0-9+ -]{3,20}$';
const PHONE_HINT = '号码：3 至 20 位数字，可以有空格、+ 和 -';
const link = object({ title: words('名称', 40), url: webAddress({ title: '网址' }) });
const filing = object({ text: words('文字'), url: optional(webAddress({ title: '查询网址' })) });

const value = object({
  name: words('品牌名称', 20),
  traditionalName: optional(words('品牌名称（繁体）', 20)),
  englishName: text({ title: '英文名称', maxLength: 60, default: '' }),
  fullName: optional(words('公司全称', 60)),
  traditionalFullName: optional(words('公司全称（繁体）', 60)),
  department: text({ title: '未另行指明时的责任部门', maxLength: 60, default: '' }),
  hotline: text({ title: '客服热线', pattern: `${PHONE}|^$`, hint: PHONE_HINT, default: '' }),
  complaintPhone: optional(text({ title: '投诉电话', pattern: PHONE, hint: PHONE_HINT })),
  email: optional(
    text({
      title: '电子邮箱',
      maxLength: 100,
      pattern: '^[^\\s@<>]+@[^\\s@<>]+\\.[^\\s@<>]+$',
      hint: '电子邮箱，如 service@example.com',
    }),
  ),
  addresses: optional(list(object({ title: words('称谓', 20), text: words('地址') }), { title: '地址', maxItems: 6 })),
  zipCode: optional(text({ title: '邮政编码', pattern: '^[0-9]{6}$', hint: '六位数字' })),
  fax: optional(text({ title: '传真', pattern: PHONE, hint: PHONE_HINT })),
  filings: optional(
    object(
      {
        icp: optional({ ...filing, title: 'ICP 备案' }),
        publicSecurity: optional({ ...filing, title: '公安备案' }),
        ipv6: optional(words('IPv6 说明', 40)),
      },
      { title: '备案信息' },
    ),
  ),
  friendlyLinks: optional(list(link, { title: '友情链接', maxItems: 30 })),
  memberCompanies: optional(list(link, { title: '成员公司', maxItems: 30 })),
  login: optional(
    object(
      {
        dev: optional(webAddress({ title: '开发环境' })),
        test: optional(webAddress({ title: '测试环境' })),
        production: optional(webAddress({ title: '生产环境' })),
      },
      { title: '登录地址，测试和正式环境各用各的' },
    ),
  ),
  englishSite: optional(webAddress({ title: '英文网站' })),
  wealthApp: optional(
    object(
      { name: words('名称', 20), download: { ...webAddress({ title: '下载地址，生成二维码' }), maxLength: 200 } },
      { title: '财富 APP' },
    ),
  ),
  customerService: optional(webAddress({ title: '在线客服' })),
  advisorySite: optional(webAddress({ title: '投顾产品网站：登录凭证只发往这个域名' })),
  groupSite: optional(webAddress({ title: '集团网站' })),
});

export type SiteSetting = ValueOf<typeof value>;

/** Words of the shell about the firm, on every page. */
export const siteSetting = defineSetting({ name: 'site', group: 'firm', title: '机构信息', value });
