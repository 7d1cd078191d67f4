import type { AttachmentPlan } from '../articles/draft.ts';
import { addDays } from '../calendar.ts';
import { makeZip } from '../files/packages.ts';

/** file name without version and extension, extension, version, platform, days before the opening, description */
type Line = [name: string, ending: string, version: string, platform: string, age: number, note: string];

const LINES: Line[] = [
  ['示例证券网上交易PC版', 'exe', '8.6.2', 'Windows 10 及以上（64位）', 6, '行情、资讯与交易一体，支持多屏'],
  [
    '示例证券网上交易PC版_兼容',
    'exe',
    '7.9.11',
    'Windows 7 SP1 及以上（32位）',
    64,
    '供旧电脑使用，只修复安全问题，不再增加功能',
  ],
  ['示例证券网上交易macOS版', 'dmg', '5.3.0', 'macOS 12 及以上（Intel 与 Apple 芯片）', 18, '行情与交易，暂不支持期权'],
  ['示例证券网上交易Linux版', 'deb', '3.1.4', '统信UOS 20、麒麟V10（x86_64、arm64）', 30, '适配国产操作系统'],
  ['示例证券独立下单', 'zip', '4.2.0', 'Windows 10 及以上', 11, '只含委托、撤单与查询，适合配置较低的电脑'],
  ['示例证券独立下单_信用', 'zip', '4.2.0', 'Windows 10 及以上', 11, '融资融券信用账户专用'],
  ['示例证券期权交易终端', 'exe', '2.7.5', 'Windows 10 及以上（64位）', 40, 'T型报价与组合保证金，需开通股票期权权限'],
  ['示例证券财富_安卓手机版', 'apk', '9.8.1', 'Android 8.0 及以上', 4, '行情、交易、理财与开户，与应用市场版本相同'],
  ['示例证券财富_鸿蒙手机版', 'pkg', '9.8.0', 'HarmonyOS 5.0 及以上', 9, '原生鸿蒙版本，功能与安卓版一致'],
  ['示例证券财富_长辈版', 'apk', '9.8.1', 'Android 8.0 及以上', 4, '大字号、少层级，首页一键拨打客服热线'],
  ['示例证券量化终端', 'exe', '3.5.2', 'Windows 10、Server 2016 及以上', 25, '策略编写、回测与仿真，实盘须另行签约'],
  ['示例证券量化终端_Python接口', 'zip', '3.5.2', 'Python 3.9 至 3.13', 25, '行情订阅与委托接口，附示例策略'],
  ['示例证券数字证书助手', 'exe', '1.4.0', 'Windows 10 及以上', 90, '机构客户证书的申请、更新与备份'],
  ['示例证券网页交易控件', 'exe', '2.0.8', 'Windows 10 及以上', 120, '浏览器登录时的密码安全控件'],
];

/** 软件下载 on a day. Instead of programs it offers small invented packages that say so. */
export function softwareOf(day: string): AttachmentPlan[] {
  return LINES.map(([name, ending, version, platform, age, note]): AttachmentPlan => {
    const filename = `${name}_${version}.${ending}`;
    return {
      filename,
      extension: ending,
      make: () => packageOf(filename, platform, note),
      release: { version, platform, date: addDays(day, -age), note },
    };
  });
}

/** A package: an archive for extensions of the zip family; for others, bytes that no program loader accepts. */
function packageOf(filename: string, platform: string, note: string): Promise<Buffer> | Buffer {
  const words = `${filename}\r\n${platform}\r\n${note}\r\n\r\n演示数据：本文件不含任何程序，仅用于演示下载与校验。\r\n`;
  if (/\.(zip|apk)$/.test(filename)) return makeZip({ '说明.txt': words });
  return Buffer.concat([Buffer.from([0x00, 0x44, 0x45, 0x4d, 0x4f, 0x00]), Buffer.from(words, 'utf8')]);
}
