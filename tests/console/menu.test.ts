import { expect, test } from 'vitest';
import { features } from '#features/index.ts';
import { ROLES, rolesWith, type Grant } from '#rules/people/staff-rights.ts';
import { menuFor, placeIn, sections, tabsOf } from '../../src/console/shell/sections.ts';

const all = sections.flatMap(({ lines }) => lines);
const whole = (role: Grant['role']): Grant[] => [{ role, channelId: '' }];
const linesFor = (grants: Grant[]) => menuFor(grants).flatMap(({ lines }) => lines);

test('[LO1] the menu has at most fourteen lines, and each screen of a feature is a tab of one of them', () => {
  expect(all.length).toBeLessThanOrEqual(14);
  const tabs = all.flatMap(tabsOf).map(({ to }) => to);
  expect(new Set(tabs).size).toBe(tabs.length);
  for (const { menu = [], inHeader } of Object.values(features)) {
    expect(tabs).toEqual(expect.arrayContaining(menu.map(({ to }) => to)));
    if (inHeader !== undefined) expect(menu.map(({ to }) => to)).toContain(inHeader);
  }
});

test('[LO1] each role reaches every screen that it may use, and is led to no other', () => {
  for (const role of ROLES) {
    const reached = linesFor(whole(role)).flatMap(tabsOf);
    const theirs = all.flatMap(tabsOf).filter(({ act }) => act === undefined || rolesWith(act).includes(role));
    expect(reached.map(({ to }) => to)).toEqual(theirs.map(({ to }) => to));
  }
  expect(linesFor([]).flatMap(tabsOf).length).toBeGreaterThan(3);
});

test('[LO1] whoever may write in a part of the channels is not led to what is decided for the whole site', () => {
  const reached = (channelId: string) =>
    linesFor([{ role: 'editor', channelId }])
      .flatMap(tabsOf)
      .map(({ to }) => to);
  expect(reached('')).toContain('/removals/new');
  expect(reached('0001')).not.toContain('/removals/new');
  expect(reached('0001')).toContain('/content');
});

test('[LO1] what pages are made of is a line for those who may change pages', () => {
  const reached = ROLES.filter((role) =>
    linesFor(whole(role))
      .flatMap(tabsOf)
      .some(({ to }) => to === '/widgets' || to === '/reference'),
  );
  expect(reached).toEqual(rolesWith('page.change'));
});

test('[LO1] an address belongs to the screen whose address it begins with, the longest first', () => {
  const screens = all.flatMap(tabsOf);
  expect(placeIn(screens, '/')?.name).toBe('我的工作台');
  expect(placeIn(screens, '/feeding')?.to).toBe('/feeding');
  expect(placeIn(screens, '/feeding/tokens/3')?.to).toBe('/feeding/tokens');
  expect(placeIn(screens, '/registers/job/rows')?.to).toBe('/registers');
  expect(placeIn(screens, '/account')).toBeUndefined();
});
