import { oneOfEachKind, type Route } from '../walk/list-routes.ts';

/** One picture to be taken. */
export interface Shot {
  path: string;
  kind: string;
  /** '' is the standard mode */
  mode: '' | 'elder' | 'traditional' | 'grey';
  width: number;
  /** file name within the folder */
  file: string;
}

export const WIDTHS: readonly number[] = [1440, 768, 375];
/** the other modes are skipped at this width; they differ most on a desktop and on a phone */
const OTHER_MODES_BUT = 768;

/**
 * Plans the pictures of each route: the standard mode at every width; elder-friendly and traditional script for one
 * route of each kind of page; grey for the home page.
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

/** Whether a path is wanted: a path in `only` selects itself and all paths below it, `/` only the home page. */
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
