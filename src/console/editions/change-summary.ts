import { canonicalJson } from '#rules/canonical-json.ts';
import type { DraftChange, RegisterShape } from './edition-answers.ts';
import type { EditionNames } from './edition-names.ts';
import { registerWords } from './register-words.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A page edition of which the document defines a register. */
export const registerIn = (document: unknown): RegisterShape | null => (isObject(document) && typeof document.register === 'string' && isObject(document.fields) ? (document as unknown as RegisterShape) : null);

/** The definition that a register's rows bring along anyway: it is told with them, once. */
export function isToldWithRows(change: DraftChange, changes: readonly DraftChange[]): boolean {
  const definition = change.kind === 'page' ? registerIn(change.document) : null;
  return definition !== null && changes.some((one) => one.kind === 'register' && canonicalJson(one.definition) === canonicalJson(definition));
}

/** Which of the changes a subject (server/editions/subjects.ts) is; new articles are counted. */
export function changeOf(subject: string, changes: readonly DraftChange[]): DraftChange | undefined {
  let fresh = 0;
  return changes.find((change) => {
    switch (change.kind) {
      case 'channel':
        return subject === `channel:${change.channel.channelId}`;
      case 'channel-retired':
        return subject === `channel:${change.channelId}`;
      case 'article':
        return subject === `article:${change.article.articleId ?? `new-${++fresh}`}`;
      case 'article-withdrawn':
        return subject === `article:${change.articleId}`;
      case 'register':
        return subject === `register:${change.definition.register}`;
      case 'page':
        return subject === `page:${change.page}`;
      default:
        return subject === `setting:${change.name}`;
    }
  });
}

/** What a change brings, in one line; '' where its title says it all. */
export function summaryOf(change: DraftChange, { nameOf, settingText }: EditionNames): string {
  switch (change.kind) {
    case 'register':
      return registerWords(change.definition);
    case 'page': {
      const definition = registerIn(change.document);
      return definition ? registerWords(definition) : pageWords(change.document, nameOf);
    }
    case 'channel':
      return `${nameOf(change.channel.channelId)}，地址 ${change.channel.url}`;
    case 'setting':
      return settingText(change.name, change.value) ?? '';
    default:
      return '';
  }
}

function pageWords(document: unknown, nameOf: EditionNames['nameOf']): string {
  const { for: place, blocks } = isObject(document) ? document : {};
  const count = Array.isArray(blocks) ? blocks.length : 0;
  const channelId = isObject(place) && typeof place.channel === 'string' ? place.channel : '';
  const path = isObject(place) && typeof place.path === 'string' ? place.path : '';
  return [`${count} 个内容块`, ...(channelId === '' ? [] : [`用于栏目“${nameOf(channelId)}”`]), ...(path === '' ? [] : [`地址 ${path}`])].join('，');
}
