import type { FillPlace } from '#page/public-content.ts';
import { CONSOLE } from '#wire/console-paths.ts';

/**
 * SU16: the link to the place where an editor adds content to a part that visitors do not see; path: of this server.
 */
export function fillLink(place: FillPlace): { title: string; path: string } {
  if ('page' in place) return { title: `修改页面“${place.title}”`, path: `${CONSOLE}/pages/${place.page}` };
  const title = `填写“${place.title}”`;
  return 'register' in place
    ? { title, path: `${CONSOLE}/registers/${place.register}` }
    : { title, path: `${CONSOLE}/content/new?channel=${place.channelId}` };
}
