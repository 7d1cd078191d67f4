import type { Banner, BannerDrawing } from '#page/data-shapes.ts';
import { defineSource } from '#page/define-source.ts';
import { paths } from '#wire/paths.ts';
import { count, field, isAbsent, items, link, name, text, whole, type Part } from './read.ts';

const DRAWINGS: readonly string[] = ['waves', 'rings', 'strata', 'bars'] satisfies BannerDrawing[];

/** The banners of an ad list; the home page’s is number 4. */
export const banners = defineSource({
  name: 'banners',
  title: '广告位',
  gives: 'banners',
  params: { id: { type: 'integer', minimum: 1, maximum: 9999, default: 4, title: '广告位编号' } },
  load: async ({ id }, call) => {
    const answer = await call.get(paths.adList, { id });
    return { items: isAbsent(whole(answer)) ? [] : items(whole(answer)).map(readBanner) };
  },
});

function readBanner(item: Part, place: number): Banner {
  const drawing = text(field(item, 'drawing'));
  const links = field(item, 'links');
  return {
    title: name(field(item, 'title')),
    text: text(field(item, 'text')),
    drawing: DRAWINGS.includes(drawing) ? (drawing as BannerDrawing) : 'waves',
    // an upstream that knows no seeds still gets another ground for each
    seed: count(field(item, 'seed'), place + 1),
    picture: link(field(item, 'picture')),
    links: isAbsent(links) ? [] : items(links).flatMap((one) => readLink(one)),
    ...(field(item, 'isSlogan').value === true && { isSlogan: true }),
  };
}

function readLink(item: Part): Banner['links'] {
  const path = link(field(item, 'path'));
  return path === '' ? [] : [{ title: name(field(item, 'title')), path }];
}
