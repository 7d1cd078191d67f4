import { changeTitle, fieldText, fieldTitle } from '#kinds/change-words.ts';
import type { Names } from '#kinds/define-kind.ts';
import { kindOf } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { settings } from '#page/settings/known-settings.ts';
import { pageName } from '#rules/addresses/page-name.ts';
import { changeWith } from '#server/editions/review/public-change.ts';
import { documentFields, membersIn } from '#server/editions/review/compare-editions.ts';
import type { Site } from '#server/site/site.ts';
import type { Named } from './travelling.ts';

/** lines of difference that are listed of one thing, and characters of a value in them */
const MOST_LINES = 12;
const MOST_CHARACTERS = 80;

/** Names of channels, settings and pages for a command, the same as in the console. */
export function namesOf(site: Pick<Site, 'channel' | 'channels'>): Pick<Names, 'nameOf' | 'settingTitle' | 'pageName'> {
  return {
    nameOf: (channelId) => site.channel(channelId)?.name ?? channelId,
    settingTitle: (name) => settings.find((one) => one.name === name)?.title ?? name,
    pageName: (document) => pageName(document, () => site.channels),
  };
}

/** '栏目“公司新闻”' */
export const titleOfThing = ({ kind, id }: Named, document: unknown, names: ReturnType<typeof namesOf>): string =>
  changeTitle(changeWith(kind, id, document), { ...names, endedTitle: () => undefined });

/** Difference of two documents of a thing, a line a field: '名称：“旧” → “新”'; empty where they are the same. */
export function differenceInWords(
  { kind, id }: Named,
  before: unknown,
  after: unknown,
  names: ReturnType<typeof namesOf>,
): string[] {
  const of = kindOf({ kind });
  const fields = documentFields(of, before, after);
  const lines = fields.slice(0, MOST_LINES).map((field) => {
    const quoted = (value: unknown): string =>
      value === undefined ? '（无）' : `“${short(fieldText(value, field.path, of, names))}”`;
    const title =
      storeOf({ kind }).compare?.fieldTitle?.(id, membersIn(field.path)) ?? fieldTitle(field.path, of, after);
    return `${title || '内容'}：${quoted(field.before)} → ${quoted(field.after)}`;
  });
  return fields.length > MOST_LINES ? [...lines, `… 共 ${fields.length} 处`] : lines;
}

/** The part in which a long text begins, on one line. */
function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS).toWellFormed()}…` : line;
}
