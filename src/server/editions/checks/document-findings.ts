import { idOf, writtenOf } from '#kinds/changes.ts';
import { changeTitle } from '#kinds/change-words.ts';
import { channel as channelKind } from '#kinds/channel/index.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { page as pageKind } from '#kinds/page/index.ts';
import { definitionTitle } from '#kinds/register/words.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { settingFieldTitle } from '#kinds/setting/server/field-title.ts';
import { setting as settingKind } from '#kinds/setting/index.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { bannersSetting } from '#page/settings/banners.ts';
import { brandSetting } from '#page/settings/brand.ts';
import { settings } from '#page/settings/known-settings.ts';
import { tagsSetting, topicsSetting } from '#page/settings/research.ts';
import { siteSetting } from '#page/settings/site.ts';
import { documentFileUses } from '../../store/publication/file-uses.ts';
import { findInShownColumns, publicDefinition, textsOfDefinition } from './cells.ts';
import type { Look } from './find-findings.ts';
import { foundAt, type Found } from './found.ts';
import { placeInPage } from './page-places.ts';
import { channelAgain, filesAgain } from './public-again.ts';
import { findInTexts, publicDocument, textsIn, type TextAt } from './public-texts.ts';

/** settings whose texts visitors read */
const READ_SETTINGS: readonly string[] = [siteSetting, bannersSetting, brandSetting, topicsSetting, tagsSetting].map(
  ({ name }) => name,
);

/** PV1, CK3, CK8, CK9: findings in a page, a setting, a channel or the like, each with its field. */
export async function documentFindings(look: Look, change: Change): Promise<Found[]> {
  const { db } = look;
  const texts = textsIn(change.document);
  const placeOf = ({ path }: TextAt): string => placeIn(change, path);
  const known = async (): Promise<string> => joined(textsIn(await publicDocument(db, change)));
  const [setting] = writtenOf(settingKind, [change]);
  const [channel] = writtenOf(channelKind, [change]);
  const [page] = writtenOf(pageKind, [change]);
  const isRead = setting ? READ_SETTINGS.includes(setting.id!) : (page ?? channel) !== undefined;
  const files = setting || page ? documentFileUses(change.document) : [];
  return [
    ...(await findInTexts(texts, placeOf, known)),
    ...(isRead ? await advertWords(look, texts, placeOf, known) : []),
    ...(channel ? await channelAgain(db, channel.document) : []),
    ...(await filesAgain(
      db,
      files.map(({ filepath }) => filepath),
    )),
  ];
}

/** PV1, CK8: findings in a definition, and in rows of columns that it comes to show. */
export async function definitionFindings(
  look: Look,
  document: RegisterDefinition,
  changes: readonly Change[],
): Promise<Found[]> {
  const { register, title } = document;
  const { db } = look;
  // rows that come with it are all looked at
  const bringsRows = writtenOf(rowsKind, changes).some(
    ({ document: { definition } }) => definition.register === register,
  );
  const texts = textsOfDefinition(document);
  const placeOf = ({ path }: TextAt): string => `登记表“${title}”定义的“${definitionTitle(path, document)}”`;
  const known = async (): Promise<string> => {
    const now = await publicDefinition(db, register);
    return now ? joined(textsOfDefinition(now)) : '';
  };
  return [
    ...(await findInTexts(texts, placeOf, known)),
    ...(await advertWords(look, texts, placeOf, known)),
    ...(bringsRows ? [] : await findInShownColumns(db, document)),
  ];
}

const joined = (texts: readonly TextAt[]): string => texts.map(({ text }) => text).join('\n');

/** CK8: words that do not stand in the public text. @param placeOf asked of what was found alone */
async function advertWords(
  { advertWordsIn }: Look,
  texts: readonly TextAt[],
  placeOf: (from: TextAt) => string,
  known: () => Promise<string>,
): Promise<Found[]> {
  const found = texts.flatMap((from) => advertWordsIn(from.text).map((word) => ({ from, word })));
  if (found.length === 0) return [];
  const old = new Set(advertWordsIn(await known()));
  return found
    .filter(({ word }) => !old.has(word))
    .map(({ from, word }) => foundAt('advert-word', placeOf(from), `“${word}”`));
}

const NAMES = {
  settingTitle: (name: string): string => settings.find((one) => one.name === name)?.title ?? name,
  pageName: () => undefined,
  endedTitle: () => undefined,
};

/** CK3: '设置 品牌的“首页标语 说明”'; without a field where the document is one text. */
function placeIn(change: Change, path: readonly string[]): string {
  const id = idOf(change) ?? '';
  if (writtenOf(pageKind, [change]).length > 0) return placeInPage(id, change.document, path);
  const title = changeTitle(change, NAMES);
  if (path.length === 0) return title;
  const ofSetting = writtenOf(settingKind, [change]).length > 0 ? settingFieldTitle(id, path) : undefined;
  return `${title}的“${ofSetting ?? kindOf(change).words.fieldTitle(path, change.document)}”`;
}
