import { addDays, chineseDay, tradingDayOnOrBefore } from '../calendar.ts';
import type { Story } from './draft.ts';
import { FIRM } from './notice.ts';

/**
 * A notice as it is pasted from Word: lists made of numbered paragraphs, a table with many columns and paragraphs in
 * its cells, fonts and sizes everywhere. Publishing cleans it up into what the site shows.
 */
export function wordNotice(day: string): Story {
  const from = chineseDay(tradingDayOnOrBefore(addDays(day, 30)));
  return {
    title: '关于修订客户服务收费项目及计收规则的公告',
    source: '财富管理总部',
    blocks: [
      text('尊敬的投资者：'),
      text(
        `为使收费项目更清楚、计收更便于核对，公司修订了客户服务收费项目及计收规则，自${from}起施行。此次修订不新增收费项目，各项标准均不高于修订前。现将主要内容公告如下。`,
      ),
      title('一、修订的主要内容'),
      item(1, '1.', '合并名称相近的项目。原“证券查询费”与“对账单打印费”合并为“资料查询打印费”，下列情形不收费：'),
      item(2, 'a)', '投资者本人通过网上交易、手机客户端自助查询和下载；'),
      item(2, 'b)', '年满六十五周岁的投资者在营业部打印最近十二个月的对账单；'),
      item(2, 'c)', '司法机关、监管机构依法查询。'),
      item(
        1,
        '2.',
        '统一计收时点。按笔收取的项目在业务办理成功时计收，未办理成功的不收费，已收取的在两个交易日内退回原账户。',
      ),
      item(1, '3.', '明确减免的申请方式：'),
      item(2, 'l', '在营业部现场办理的，由经办人员当场核验并减免；'),
      item(2, 'l', '在线办理的，提交申请后三个交易日内答复，答复前暂不扣收。'),
      title('二、修订后的收费项目'),
      table([
        ['序号', '项目', '适用客户', '计收方式', '修订前标准', '修订后标准', '最低收费', '减免情形', '咨询部门'],
        ['1', '资料查询打印费', '个人、机构', '按页', '每页1元', '每页0.5元', '无', '见上文第1项', '运营管理总部'],
        [
          '2',
          '非交易过户手续费',
          '个人、机构',
          '按笔',
          '每笔120元',
          '每笔100元',
          '100元',
          '继承过户减半',
          '运营管理总部',
        ],
        [
          '3',
          '证券质押登记代办费',
          '机构',
          '按笔',
          '面值的0.1‰',
          '面值的0.08‰',
          '100元',
          '同一合同项下续办免收',
          '资产托管部',
        ],
        ['4', '账户资料变更费', '个人、机构', '按次', '每次10元', '免收', '无', '全部免收', '财富管理总部'],
      ]),
      title('三、其他事项'),
      item(1, '（一）', '修订前已经受理、尚未办结的业务，按修订前后较低的标准计收。'),
      item(1, '（二）', '证券交易佣金、印花税和交易所收取的规费不在本次修订范围之内，仍按有关规定和双方约定执行。'),
      text('如有疑问，请向开户营业部查询，或拨打客服热线400-555-0000。感谢您对公司的理解与支持。'),
      `<p class=MsoNormal align=right style='text-align:right'><span lang=EN-US style='font-size:12.0pt;font-family:仿宋'>${FIRM}</span></p>`,
      `<p class=MsoNormal align=right style='text-align:right'><span style='font-size:12.0pt;font-family:仿宋'>${chineseDay(day)}<o:p></o:p></span></p>`,
    ],
  };
}

const text = (words: string): string =>
  `<p class=MsoNormal style='text-indent:24.0pt;line-height:150%;mso-char-indent-count:2.0'><span style='font-size:12.0pt;font-family:仿宋'>${words}<o:p></o:p></span></p>`;

const title = (words: string): string =>
  `<h2 style='mso-pagination:widow-orphan'><span style='font-family:黑体;color:black'>${words}</span></h2>`;

const item = (level: number, sign: string, words: string): string =>
  `<p class=MsoListParagraph style='margin-left:${level * 21}.0pt;text-indent:-21.0pt;line-height:150%;mso-list:l${level} level${level} lfo1'><![if !supportLists]><span lang=EN-US style='font-family:仿宋;mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]><span style='font-size:12.0pt;font-family:仿宋'>${words}</span></p>`;

const table = (rows: string[][]): string =>
  `<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'><thead>${rows.map((cells, at) => `<tr style='mso-yfti-irow:${at}'>${cells.map((cell) => `<${at === 0 ? 'th' : 'td'} valign=top style='border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><span style='font-size:10.5pt'>${cell}</span></p></${at === 0 ? 'th' : 'td'}>`).join('')}</tr>${at === 0 ? '</thead><tbody>' : ''}`).join('')}</tbody></table>`;
