const NAMES =
  '新建|扫描件?|scan(?:ned)?|img|image|dsc|pic(?:ture)?|微信图片|微信截图|qq图片|qq截图|mmexport|wx_camera|屏幕截图|截图|screenshot|未命名|无标题|untitled|文档|文件|附件|表格|图片|演示文稿|工作簿|document|doc|file|attachment|book|workbook|sheet|presentation|副本|复件|copy|final|draft|temp|tmp|test|测试|终稿|定稿|最终版|修改版|最新版';
const ALONE = new RegExp(`^(?:${NAMES})*$`, 'i');
/** Names that a program gives a new file. */
const NEW_FILE = /^新建|^microsoft (?:word|excel|powerpoint)|^(?:document|book|presentation)\d+$/i;
/** Words by which somebody told copies apart; a licence has its 副本 by law. */
const COPY =
  /^(?:副本|复件)|[-_ ] ?(?:副本|复件|copy)(?: ?[(（]?\d{1,2}[)）]?)?$|(?:final|终稿|定稿|最终版?|修改版)[-_ ]?\d*$|\(\d{1,2}\)$/i;
const ENDING = /\.[a-z0-9]{1,8}$/i;

/** CK10: whether the name of a file says nothing of its content, or tells a copy apart: 扫描0001.pdf, 名单final2.docx. */
export function saysNothing(filename: string): boolean {
  const name = filename.trim().replace(ENDING, '').replaceAll(/\s+/g, ' ');
  if (NEW_FILE.test(name) || COPY.test(name)) return true;
  // numbers of scanners, dates alone, hashes
  if (/^[0-9a-f-]{16,}$/i.test(name)) return true;
  return ALONE.test(name.replaceAll(/[\d\s_\-().（）#+]/g, ''));
}
