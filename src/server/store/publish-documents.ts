import { canonicalJson } from '#rules/canonical-json.ts';
import type { Change } from './acts.ts';
import { keyedAddresses, WITHOUT_KEY } from './authored-key.ts';
import { closeRows, openRows, type Publication } from './dated-rows.ts';
import { documentFileUses, type FileUse } from './file-uses.ts';
import { settingProblems } from './check-setting.ts';
import { documentProblem } from './storable.ts';

type PageChange = Extract<Change, { kind: 'page' }>;
type SettingChange = Extract<Change, { kind: 'setting' }>;

/** Names of page schemas as files, names of settings with dots as the calls ask for them (webparam.sys.skin_zq). */
const PAGE_NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;
const SETTING_NAME = /^[a-zA-Z0-9][a-zA-Z0-9._-]{0,99}$/;

/**
 * Whether the name and the value can be stored, and a setting's value is what its schema says. That a page schema is a
 * good one is the page check's matter, before the act.
 */
export function checkDocument(
  publication: Pick<Publication, 'problems'>,
  change: PageChange | SettingChange,
  position: number,
): boolean {
  const [what, name, good] =
    change.kind === 'page'
      ? (['页面', change.page, PAGE_NAME] as const)
      : (['设置', change.name, SETTING_NAME] as const);
  const value = change.kind === 'page' ? change.document : change.value;
  const problem = good.test(name) ? documentProblem(value) : '名称只能由字母、数字和连接符组成';
  const keyed = problem
    ? []
    : keyedAddresses(value).map((pointer) => `${what}“${name}”${pointer && ` ${pointer}`}：网址${WITHOUT_KEY}`);
  const found = problem
    ? [`${what}“${name}”：${problem}`]
    : [...(change.kind === 'setting' ? settingProblems(name, value) : []), ...keyed];
  for (const message of found) publication.problems.push({ change: position, message });
  return found.length === 0;
}

export async function publishPage(
  publication: Publication,
  { page, document }: PageChange,
): Promise<Map<string, FileUse[]>> {
  const open = await publication.trx
    .selectFrom('page')
    .select(['row_id', 'opened_in', 'page', 'document'])
    .where('page', '=', page)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  if (open && canonicalJson(open.document) === canonicalJson(document)) return new Map();
  if (open) await closeRows(publication, 'page', [open]);
  await openRows(publication, 'page', [{ page, document }]);
  return new Map([[`page:${page}`, documentFileUses(document)]]);
}

export async function publishSetting(
  publication: Publication,
  { name, value }: SettingChange,
): Promise<Map<string, FileUse[]>> {
  const open = await publication.trx
    .selectFrom('setting')
    .select(['row_id', 'opened_in', 'name', 'value'])
    .where('name', '=', name)
    .where('public_to', 'is', null)
    .executeTakeFirst();
  if (open && canonicalJson(open.value) === canonicalJson(value)) return new Map();
  if (open) await closeRows(publication, 'setting', [open]);
  await openRows(publication, 'setting', [{ name, value }]);
  return new Map([[`setting:${name}`, documentFileUses(value)]]);
}
