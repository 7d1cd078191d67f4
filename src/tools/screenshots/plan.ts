import { oneOfEachKind, type Route } from '../crawl/list-routes.ts';

/** One picture to be taken. */
export interface Shot {
  path: string;
  kind: string;
  /** '' is the standard version */
  mode: '' | 'elder' | 'traditional' | 'grey';
  width: number;
  /** inside the folder */
  file: string;
}

export const WIDTHS: readonly number[] = [1440, 768, 375];
/** the other modes where they differ most: on a desktop and on a phone */
const OTHER_MODES_BUT = 768;

/**
 * The pictures of each route: all at every width, the elder-friendly version and the other script once a kind of page,
 * grey where it is shown.
 * @param only paths, see `isWanted`; empty: all
 * @param widths pixels
 */
export function planShots(routes: readonly Route[], only: readonly string[], widths: readonly number[]): Shot[][] {
  const wanted = routes.filter(({ path }) => isWanted(path, only));
  const examples = new Set(oneOfEachKind(wanted));
  const fewer = widths.filter((width) => width !== OTHER_MODES_BUT);
  return wanted.map((route) => [
    ...widths.map((width) => shot(route, '', width)),
    ...(examples.has(route)
      ? (['elder', 'traditional'] as const).flatMap((mode) => fewer.map((width) => shot(route, mode, width)))
      : []),
    ...(route.path === '/' ? fewer.map((width) => shot(route, 'grey', width)) : []),
  ]);
}

/** A path stands for itself and all below it, `/` for the home page alone. */
function isWanted(path: string, only: readonly string[]): boolean {
  return (
    only.length === 0 ||
    only.some((one) => path === one || (one !== '/' && (path.startsWith(`${one}/`) || path.startsWith(`${one}?`))))
  );
}

function shot({ path, kind }: Route, mode: Shot['mode'], width: number): Shot {
  const name =
    decodeURIComponent(path)
      .replace(/[^\p{L}\p{N}.]+/gu, '-')
      .replace(/^-|-$/g, '') || 'home';
  return { path, kind, mode, width, file: `${[name, mode, width].filter((part) => part !== '').join('_')}.png` };
}
