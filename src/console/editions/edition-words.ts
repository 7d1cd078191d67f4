import type { DraftChange } from './edition-answers.ts';

const KINDS: Readonly<Record<string, string>> = { channel: '栏目', 'channel-retired': '停用栏目', article: '文章', 'article-withdrawn': '撤下文章', register: '登记表', page: '页面', setting: '设置' };

const NAMES: Readonly<Record<string, string>> = {
  kind: '类型', title: '标题', channelId: '栏目', summary: '摘要', content: '正文', source: '来源', contentTime: '时间', topFlag: '置顶', image: '图片', riskLevel: '风险等级', topic: '主题', tags: '标签', category: '分类',
  attachments: '附件', filename: '文件名', filepath: '文件', articleId: '文章编号', parentId: '上级栏目', classOrder: '排序', url: '地址', name: '名称', type: '类型', department: '责任部门', reason: '原因', successor: '替代页面', dataDate: '数据日期', definition: '定义', fields: '字段', document: '页面内容', value: '值',
};

/** '文章《…》': what a change is about. */
export function changeTitle(change: DraftChange): string {
  const kind = KINDS[change.kind] ?? change.kind;
  switch (change.kind) {
    case 'article':
      return `${kind}《${change.article.title || '未填标题'}》`;
    case 'channel':
      return `${kind}“${change.channel.name}”`;
    case 'register':
      return `${kind}“${change.definition.title}”（${change.rows.length.toLocaleString('zh-CN')} 行）`;
    case 'page':
      return `${kind} ${change.page}`;
    case 'setting':
      return `${kind} ${change.name}`;
    case 'article-withdrawn':
      return `${kind}（编号 ${change.articleId}）`;
    case 'channel-retired':
      return `${kind}（编号 ${change.channelId}）`;
  }
}

/** '文章 12' of 'article:12' */
export function subjectTitle(subject: string): string {
  const at = subject.indexOf(':');
  const id = subject.slice(at + 1);
  return `${KINDS[subject.slice(0, at)] ?? ''}${id.startsWith('new-') ? '（新）' : ` ${id}`}`;
}

/** '附件 1 文件名' of '/article/attachments/0/filename'; parts without a name of their own stay as they are. */
export function fieldTitle(path: string): string {
  const [, first = '', ...rest] = path.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const parts = first === 'article' || first === 'channel' ? rest : [first, ...rest];
  return parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (NAMES[part] ?? part))).join(' ');
}

/** A value for people; '' where there is none. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

const BLOCK = 'p,div,li,tr,h1,h2,h3,h4,h5,h6,br,blockquote,figure';

/**
 * The words of a draft's HTML in lines. The markup is parsed into a document of its own, in which nothing runs and nothing
 * is loaded, and never comes into the page.
 */
export function linesOfHtml(html: string): string[] {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  for (const block of parsed.querySelectorAll(BLOCK)) block.after('\n');
  for (const cell of parsed.querySelectorAll('td,th')) cell.after('　');
  for (const image of parsed.querySelectorAll('img')) image.replaceWith(`［图片${image.alt && `：${image.alt}`}］`);
  return (parsed.body.textContent ?? '').split('\n').map((line) => line.trim()).filter((line) => line !== '');
}
