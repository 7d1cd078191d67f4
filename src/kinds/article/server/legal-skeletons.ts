import type { SiteSetting } from '#page/settings/site.ts';
import { gap } from '#rules/registers/gaps.ts';

export type LegalName = 'privacy' | 'agreement' | 'notice' | 'accessibility';

/** Facts about the firm, filled in as far as they are known. */
type Firm = Pick<SiteSetting, 'name'> & Partial<Pick<SiteSetting, 'fullName' | 'hotline' | 'email' | 'addresses'>>;

/** Parts that the site offers: a text promises nothing else. */
interface SiteParts {
  mail: boolean;
  staffCheck: boolean;
}

interface Skeleton {
  title: string;
  html: string;
}

const paragraphs = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join('');
const listed = (...texts: string[]): string => `<ul>${texts.map((text) => `<li>${text}</li>`).join('')}</ul>`;
const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark]!);

/**
 * SU7, SU25: the legal texts that visitors of a broker's site agree to, as a beginning. The behaviour of this program
 * is described, and facts that only the firm knows are gaps. A text with gaps is not published. @param firm null:
 * nothing is published of it
 */
export function legalSkeleton(name: LegalName, firm: Firm | null, has: SiteParts): Skeleton {
  const full = escaped(firm?.fullName || gap('公司全称'));
  const hotline = escaped(firm?.hotline || gap('客服热线'));
  const email = escaped(firm?.email || gap('电子邮箱'));
  const address = escaped(firm?.addresses?.[0]?.text || gap('联系地址'));
  const contact = `<h3>联系我们</h3>${paragraphs(
    `对本文本有疑问，可以拨打客服热线 ${hotline}，发送邮件至 ${email}，或写信至${address}，我们在${gap('答复期限，如十五个工作日')}内答复。`,
  )}`;
  return { privacy, agreement, notice, accessibility }[name](full, contact, has);
}

type Write = (firm: string, contact: string, has: SiteParts) => Skeleton;

const privacy: Write = (firm, contact, has) => ({
  title: '隐私政策',
  html: `${paragraphs(
    `${firm}（以下简称“我们”）运营本网站。本政策说明您访问本网站时，我们处理哪些个人信息、用来做什么、保存多久，以及您有哪些权利。`,
  )}<h3>我们处理的信息</h3>${listed(
    '访问记录：网络地址、访问时间和所访问的页面，用于保障网站安全和统计访问量。',
    '您的选择：字体、字号、长辈版，以及您对本政策的同意，保存在您自己的浏览器里。',
    ...(has.mail ? ['订阅：您填写的电子邮箱和订阅的内容，只用于发送您要求的提醒，退订后删除。'] : []),
    `登录：您以客户身份登录时的身份信息，由${gap('提供登录的系统；没有登录则删去本条')}提供，用于判断您可以查看的内容。`,
    `${gap('本网站另外收集的信息，没有则删去本条')}`,
  )}<h3>保存期限</h3>${paragraphs(
    `访问记录保存${gap('期限，不少于六个月')}，到期删除。法律法规另有规定的，从其规定。`,
  )}<h3>对外提供</h3>${paragraphs(
    `我们不出售您的个人信息。除法律法规要求、有权机关依法调取以外，我们只向以下各方提供必要的信息：${gap('受托处理的单位及其用途，没有则写“无”')}。`,
  )}<h3>您的权利</h3>${paragraphs(
    '您可以要求查询、更正、删除您的个人信息，可以随时撤回同意：在本政策的页面下方点“撤回同意”，或联系我们。撤回不影响撤回以前的处理。',
  )}<h3>未成年人</h3>${paragraphs(
    '本网站面向成年投资者。未满十四周岁的，须由监护人同意并陪同阅读本政策。',
  )}${contact}<h3>本政策的更新</h3>${paragraphs(
    '本政策更新时，我们在本页公布新的版本和日期，并在您下次访问时再次征求您的同意。',
  )}`,
});

const agreement: Write = (firm, contact) => ({
  title: '用户协议',
  html: `${paragraphs(
    `欢迎访问${firm}（以下简称“我们”）的网站。您使用本网站，即表示同意本协议。`,
  )}<h3>网站的内容</h3>${paragraphs(
    `本网站公示法律法规和自律规则要求公开的信息，并提供${gap('其他内容，如公司新闻、投资者教育；没有则删去这半句')}。公示内容以监管机构和自律组织公布的为准。`,
    '本网站的内容不构成投资建议。您应当独立判断，自行承担投资风险。',
  )}<h3>使用规则</h3>${listed(
    '不得干扰本网站的运行，不得绕过访问限制，不得以影响他人访问的频率批量抓取。',
    '公开的登记数据可以按“公开数据”页面说明的方式下载和引用，引用时注明来源和数据日期。',
    '不得冒用我们的名称、标志或从业人员的身份。',
  )}<h3>知识产权</h3>${paragraphs(
    `除注明来源的以外，本网站的文字、图形和版式归我们所有。转载请注明出处；商业使用须经书面同意，联系人为${gap('负责授权的部门')}。`,
  )}<h3>服务的中断</h3>${paragraphs(
    '因系统维护、网络故障或不可抗力，本网站可能暂时无法访问，我们会尽快恢复，并在可以预见时提前公告。',
  )}<h3>争议的解决</h3>${paragraphs(
    `本协议适用中华人民共和国法律。因本协议发生的争议，协商不成的，向${gap('有管辖权的法院')}提起诉讼。`,
  )}${contact}`,
});

/** SU25: what the program does is said by the page around it. */
const accessibility: Write = (firm, contact) => ({
  title: '适老化与无障碍说明',
  html: `<h3>依据和责任</h3>${paragraphs(
    `${firm}（以下简称“我们”）的网站由${gap('负责的部门')}负责适老化和无障碍。${gap('依据的规范、最近一次检查的日期和方式；没有则删去本句')}`,
  )}<h3>还做不到的</h3>${paragraphs(`${gap('已知的不足和替代办法；没有则删去本节')}`)}<h3>需要帮助</h3>${paragraphs(
    `有内容看不清、听不到或者点不到的，请按下面的方式告诉我们是哪一页。${gap('由人协助的方式，如由客服读出、营业网点当面协助；没有则删去本句')}`,
  )}${contact}`,
});

const notice: Write = (firm, contact, has) => ({
  title: '法律声明',
  html: `<h3>经营主体</h3>${paragraphs(
    `本网站由${firm}主办。经营证券业务许可证编号：${gap('许可证编号')}；统一社会信用代码：${gap('统一社会信用代码')}；经营范围：${gap('经营范围')}。`,
  )}<h3>信息的准确</h3>${paragraphs(
    '我们力求公开的信息真实、准确、及时。登记数据注明数据日期，以最近一次发布的为准；发现差错请告知我们，我们核实后更正并留存记录。',
  )}<h3>外部链接</h3>${paragraphs(
    '本网站含有通往其他网站的链接。其他网站的内容由其经营者负责。',
  )}<h3>谨防假冒</h3>${paragraphs(
    `我们的官方网址为 ${gap('本网站的网址')}。凡以我们名义要求向个人账户转账、承诺收益、索取密码或验证码的，均为诈骗。${has.staffCheck ? '人员的身份可以在本网站“人员核验”中查询。' : ''}`,
  )}${contact}`,
});
