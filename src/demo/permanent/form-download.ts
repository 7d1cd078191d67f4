import { readFileSync } from 'node:fs';
import type { AttachmentPlan } from '../articles/draft.ts';
import { makeMp3, makeMp4 } from '../files/media.ts';
import { makeDocx, makeXlsx, makeZip } from '../files/packages.ts';
import { makePdf } from '../files/pdf.ts';
import { contourPicture } from '../files/png.ts';

/** 业务资料下载: one file of each kind that a broker offers, and one that was announced but never delivered (FO5). */
const form = (title: string, lines: string[]) => () =>
  makePdf({ title, paragraphs: lines, signature: ['客户签字：＿＿＿＿＿＿＿＿', '日期：＿＿＿＿年＿＿月＿＿日'] });

/** A text as programs on Windows read it. */
const linesOf = (file: string): string[] =>
  readFileSync(new URL(`./forms/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
const windowsText = (file: string): string =>
  linesOf(file)
    .map((line) => `${line}\r\n`)
    .join('');

/** Notes of each form on filling it in. */
const GUIDE = linesOf('guide.txt');

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
        '填写说明.txt': windowsText('guide.txt'),
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
  {
    filename: '网上交易电脑版安装说明.txt',
    extension: 'txt',
    make: () => Buffer.from(windowsText('installation.txt')),
  },
  {
    filename: '电话委托按键对照表.csv',
    extension: 'csv',
    make: () => Buffer.from(`\ufeff${windowsText('telephone-keys.csv')}`),
  },
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
