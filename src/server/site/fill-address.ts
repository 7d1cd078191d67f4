import type { FillPlace } from '#page/public-content.ts';
import { CONSOLE } from '#wire/console-paths.ts';

/** SU16: where an editor gives content to what visitors do not see: a path of this server. */
export const fillAddress = (place: FillPlace): string =>
  'register' in place ? `${CONSOLE}/registers/${place.register}` : `${CONSOLE}/content/new?channel=${place.channelId}`;
