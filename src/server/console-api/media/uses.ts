import type { MediaUse, MediaView } from '#wire/media-answers.ts';
import { settingOf } from '../../editions/settings/setting-faults.ts';
import { rightsFor } from '../authorize.ts';
import { Refused } from '../../errors.ts';
import type { SignedIn } from '../define-console-call.ts';
import { ofVersion } from '../edition-rights.ts';
import { namersOf } from '../file-rights.ts';
import { queryOf } from '../search/looking.ts';
import { isHash, lineOfMedia, readMedia, type MediaReading } from './library.ts';
import { articleIn, type PublishedUse, type StoredMedia } from './stored-media.ts';

/** ML7: a stored file with each place that shows or showed it, and each open edition that names it. */
export async function viewMedia(filepath: string, context: SignedIn): Promise<MediaView> {
  const reading = await readMedia(context);
  const file = reading.stock.byPath.get(filepath);
  if (!file) throw new Refused('unknownFile');
  const published = file.uses.filter(reading.mayRead).map((use) => placeOfUse(use, reading, context));
  const { places, isAll } = await openEditions(file, context);
  return {
    ...(await lineOfMedia(file, reading, context)),
    places: [...published.toSorted((a, b) => order(a) - order(b)), ...places],
    hasMore: published.length < file.uses.length || !isAll,
    uploads: reading.uploadsOf(file).map(({ name, by, at }) => ({ name, by, at: at.toISOString() })),
    twins: reading.stock.list
      .filter((one) => one.sha256 === file.sha256 && one !== file && reading.maySee(one))
      .map((one) => one.filepath),
  };
}

const order = ({ state }: MediaUse): number => (state === 'public' ? 0 : 1);

function placeOfUse({ usedBy, filename, isNow }: PublishedUse, reading: MediaReading, context: SignedIn): MediaUse {
  const at = usedBy.indexOf(':');
  const [kind, id] = [usedBy.slice(0, at), usedBy.slice(at + 1)];
  return {
    id: `${usedBy} ${isNow}`,
    state: isNow ? 'public' : 'past',
    filename: isHash(filename) ? '' : filename,
    ...(NAMED[kind] ?? NAMED.page!)(id, reading, context),
  };
}

/** Title of a thing and its screen, by the word before the colon. */
const NAMED: Readonly<
  Record<string, (id: string, reading: MediaReading, context: SignedIn) => Pick<MediaUse, 'title' | 'to'>>
> = {
  article: (id, { stock }, context) => {
    const article = stock.articles.get(articleIn(`article:${id}`)!);
    const title = article?.title ?? id;
    const mayWrite = article && rightsFor(context, [article.channelId]).includes('content.write');
    return {
      title: `文章《${title}》`,
      to: mayWrite ? `/content/${id}/edit` : `/content${queryOf({ words: title.slice(0, 100) })}`,
    };
  },
  register: (id, _reading, { site }) => ({
    title: `登记表“${site.registers.get(id)?.title ?? id}”`,
    to: `/registers/${encodeURIComponent(id)}`,
  }),
  setting: (id) => ({ title: `设置“${settingOf(id)?.title ?? id}”`, to: `/settings/${encodeURIComponent(id)}` }),
  page: (id) => ({ title: `页面“${id}”`, to: `/pages/${encodeURIComponent(id)}` }),
};

/** Open editions whose newest version names a file and that the person may read. */
async function openEditions({ filepath, sha256 }: StoredMedia, context: SignedIn) {
  const { versions } = await namersOf(context.db, filepath, sha256);
  if (versions.length === 0) return { places: [], isAll: true };
  const naming = new Map(versions.map((version) => [version.editionId, version]));
  const rows = await context.db
    .selectFrom('edition')
    .select(['edition_id', 'version', 'title', 'state'])
    .where('edition_id', 'in', [...naming.keys()])
    .where('state', 'not in', ['published', 'discarded'])
    .orderBy('edition_id', 'desc')
    .execute();
  const open = rows.filter(({ edition_id, version }) => naming.get(edition_id)?.version === version);
  const places: MediaUse[] = [];
  for (const { edition_id, title, state } of open) {
    if (!rightsFor(context, await ofVersion(naming.get(edition_id)!, context)).includes('content.read')) continue;
    places.push({
      id: `edition:${edition_id}`,
      state,
      title: `稿件“${title}”`,
      filename: '',
      to: `/editions/${edition_id}`,
    });
  }
  return { places, isAll: places.length === open.length };
}
