import { oneOfEachKind, type Route } from '../crawl/list-routes.ts';

/** One picture to be taken. */
export interface Shot {
  path: string;
  kind: string;
  /** '' is the standard version */
  mode: '' | 'elder' | 'grey';
  width: number;
  /** inside the folder */
  file: string;
}

export const WIDTHS = [1440, 768, 375];
/** the other modes where they differ most: on a desktop and on a phone */
const MODE_WIDTHS = [1440, 375];

/** Every route at three widths; the elder-friendly version once a kind of page; grey where it is shown. */
export function planShots(routes: readonly Route[]): Shot[] {
  return [
    ...routes.flatMap((route) => WIDTHS.map((width) => shot(route, '', width))),
    ...oneOfEachKind(routes).flatMap((route) => MODE_WIDTHS.map((width) => shot(route, 'elder', width))),
    ...routes.filter(({ path }) => path === '/').flatMap((route) => MODE_WIDTHS.map((width) => shot(route, 'grey', width))),
  ];
}

function shot({ path, kind }: Route, mode: Shot['mode'], width: number): Shot {
  const name = decodeURIComponent(path).replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-|-$/g, '') || 'home';
  return { path, kind, mode, width, file: `${[name, mode, width].filter((part) => part !== '').join('_')}.png` };
}
