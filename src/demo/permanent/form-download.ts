import type { AttachmentPlan } from '../articles/draft.ts';
import { makeMp3, makeMp4 } from '../files/media.ts';
import { makeDocx, makeXlsx, makeZip } from '../files/packages.ts';
import { makePdf } from '../files/pdf.ts';
import { contourPicture } from '../files/png.ts';

/** 业务资料下载: one file of each kind that a broker offers, and one that was announced but never delivered (FO5). */
const form = (title: string, lines: string[]) => () =>
  makePdf({ title, paragraphs: lines, signature: ['客户签字：＿＿＿＿＿＿＿＿', '日期：＿＿＿＿年＿＿月＿＿日'] });

const GUIDE = [
  '办理前请准备本人有效身份证件原件。',
  '请逐项如实填写，涂改处须由本人签字确认。',
  '委托他人办理的，还应提供经公证的授权委托书及代理人身份证件。',
  '营业部工作人员不得代客户填写、签字，也不得要求客户在空白表格上签字。',
  '如有疑问，请拨打客服热线400-555-0000。',
];

const COMMAND_CSV =
  '业务,电话按键,说明\r\n买入委托,1,依次输入代码、价格、数量\r\n卖出委托,2,依次输入代码、价格、数量\r\n撤单,3,输入委托编号\r\n查询资金,4,播报可用与可取资金\r\n人工服务,0,交易日8:30至21:00\r\n';

const CHECKLIST = `网上交易电脑版安装说明\r\n\r\n一、从官方网站下载安装包，核对文件校验值。\r\n二、关闭其他交易程序后运行安装包，按提示完成安装。\r\n三、首次登录须完成设备核验，请准备预留手机。\r\n四、如提示证书无效，请检查系统时间是否准确。\r\n五、卸载不会删除自选股与账户信息。\r\n\r\n客服热线：400-555-0000\r\n`;

export const formDownloads: AttachmentPlan[] = [
  {
    filename: '个人投资者开户申请表.pdf',
    extension: 'pdf',
    make: form('个人投资者开户申请表', [
      '姓名：＿＿＿＿＿＿　证件类型：＿＿＿＿　证件号码：＿＿＿＿＿＿＿＿＿＿＿＿',
      '联系电话：＿＿＿＿＿＿＿＿　通讯地址：＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿',
      ...GUIDE,
    ]),
  },
  {
    filename: '客户资料变更申请表.docx',
    extension: 'docx',
    make: () =>
      makeDocx({
        title: '客户资料变更申请表',
        paragraphs: GUIDE,
        table: [
          ['变更项目', '原内容', '新内容'],
          ['联系电话', '', ''],
          ['通讯地址', '', ''],
          ['职业', '', ''],
          ['电子邮箱', '', ''],
        ],
      }),
  },
  {
    filename: '机构客户授权代理人登记表.xlsx',
    extension: 'xlsx',
    make: () =>
      makeXlsx('授权代理人', [
        ['序号', '代理人姓名', '证件类型', '授权事项', '授权期限'],
        [1, '', '', '开户、资料变更', ''],
        [2, '', '', '交易、查询', ''],
        [3, '', '', '资金划转', ''],
      ]),
  },
  {
    filename: '业务表单合集.zip',
    extension: 'zip',
    make: async () =>
      makeZip({
        '填写说明.txt': `${GUIDE.join('\r\n')}\r\n`,
        '销户申请表.pdf': form('销户申请表', [
          '本人申请注销在贵公司开立的下列账户，并确认账户内无未了结业务。',
          ...GUIDE,
        ])(),
        '密码重置申请表.docx': await makeDocx({ title: '密码重置申请表', paragraphs: GUIDE }),
      }),
  },
  { filename: '投资者教育折页封面图.png', extension: 'png', make: () => contourPicture('form-download', 960, 540) },
  { filename: '音量与静音测试音频.mp3', extension: 'mp3', make: () => makeMp3(3) },
  { filename: '视频见证播放测试.mp4', extension: 'mp4', make: () => makeMp4(6) },
  { filename: '网上交易电脑版安装说明.txt', extension: 'txt', make: () => Buffer.from(CHECKLIST) },
  { filename: '电话委托按键对照表.csv', extension: 'csv', make: () => Buffer.from(`\ufeff${COMMAND_CSV}`) },
  {
    filename: '股票期权投资者综合评估表.pdf',
    extension: 'pdf',
    make: form('股票期权投资者综合评估表', [
      '本表用于评估投资者参与股票期权交易的适当性，评估内容包括财务状况、投资经历、知识测试与诚信记录。',
      ...GUIDE,
    ]),
  },
  { filename: '历史业务规则汇编（2019年版）.pdf', missing: true },
];
