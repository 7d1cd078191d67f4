import { expect, test } from 'vitest';
import type { Banner } from '#page/data-shapes.ts';
import example from '#widgets/banner-carousel/example.json';
import { View, Waiting } from '#widgets/banner-carousel/View.tsx';
import { buildViewBlock, draw, textOf } from '../world/draw.tsx';

const props = { ...example.props, look: 'ground' } as const;
const drawBanners = (items: Banner[]) => draw(<View props={props} data={{ items }} block={buildViewBlock()} />);
const banners = example.data.items as Banner[];

test('every banner stands in the HTML with a ground of its own, and a dot that names it and leads to it without scripts', () => {
  const html = drawBanners(banners);
  for (const [index, { title }] of banners.entries()) {
    expect(textOf(html)).toContain(title.replace('\n', ' '));
    expect(html).toContain(`href="#block-${index + 1}"`);
    expect(html).toContain(`id="block-${index + 1}"`);
    expect(html).toContain(`aria-label="第 ${index + 1} 张：${title.replace('\n', ' ')}"`);
  }
  const grounds = [...html.matchAll(/<svg class="ground.*?<\/svg>/g)].map(([ground]) =>
    ground.replace(/id="[^"]*"|url\([^)]*\)/g, ''),
  );
  expect(new Set(grounds).size).toBe(banners.length);
  // nothing is shut off before scripts can open it again
  expect(html).not.toContain('inert');
});

test('it is a carousel to screen readers: its name, its controls before the slides, which slide of how many', () => {
  const html = drawBanners(banners);
  expect(html).toContain('aria-roledescription="轮播" aria-label="重点推荐"');
  expect(html.indexOf('暂停')).toBeLessThan(html.indexOf('carousel__slides'));
  expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  expect(html).toContain('role="group" aria-roledescription="幻灯片" aria-label="1 / 3"');
});

test('a picture stands in place of the drawing; only the first is asked for at once', () => {
  const html = drawBanners(banners.map((banner, at) => ({ ...banner, picture: `/static-file/${at}.webp` })));
  expect(html).not.toContain('class="ground');
  expect([...html.matchAll(/<img[^>]*>/g)].map(([picture]) => picture.includes('loading="lazy"'))).toEqual([
    false,
    true,
    true,
  ]);
});

test('without banners one designed banner stands there, and nothing to walk through', () => {
  const html = drawBanners([]);
  expect(textOf(html)).toContain('欢迎访问');
  expect(html).toContain('class="ground ground--ink"');
  expect(html).not.toMatch(/暂停|<button|carousel__dots/);
});

test('one banner alone does not walk either', () => {
  expect(drawBanners(banners.slice(0, 1))).not.toMatch(/暂停|<button|carousel__dots/);
});

test('while they are on their way the ground is there already', () => {
  expect(draw(<Waiting />)).toContain('class="ground ground--ink"');
});
