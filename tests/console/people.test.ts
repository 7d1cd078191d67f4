import { expect, test } from 'vitest';
import type { Person } from '#wire/console-answers.ts';
import { byRole } from '#console/calls/channels.ts';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';
import { peopleMeant, accountStateOf } from '#console/people/person-words.ts';

const person = (account: string, more: Partial<Person> = {}): Person => ({
  staffId: 1,
  account,
  name: account,
  grants: [],
  state: 'active',
  isReady: true,
  subject: '',
  doubles: [],
  byGroup: [],
  hasSecondFactor: false,
  createdAt: '',
  signedInAt: '',
  ...more,
});
const people = [
  person('li.min', { name: '李敏', grants: [{ role: 'editor', channelId: '1' }] }),
  person('wang', { name: 'Wang Wei', grants: [{ role: 'reviewer', channelId: '' }], isReady: false }),
  person('zhao', { name: '赵', state: 'suspended', isReady: false }),
];
const meant = (filters: Partial<Record<'words' | 'role' | 'state', string>>) =>
  peopleMeant(people, { words: '', role: '', state: '', ...filters }).map(({ account }) => account);

test('people are found by part of name or account in any case and width, by role, and by what their account is good for', () => {
  expect(meant({})).toEqual(['li.min', 'wang', 'zhao']);
  expect(meant({ words: '敏' })).toEqual(['li.min']);
  expect(meant({ words: 'ＷＡＮＧ' })).toEqual(['wang']);
  expect(meant({ role: 'reviewer' })).toEqual(['wang']);
  expect(meant({ state: 'suspended' })).toEqual(['zhao']);
  expect(meant({ state: 'unready' })).toEqual(['wang']);
  expect(meant({ words: 'a', role: 'editor' })).toEqual([]);
});

test('whoever is suspended is that before everything else', () => {
  expect(people.map(accountStateOf)).toEqual(['active', 'unready', 'suspended']);
});

test('a role for several channels is one entry', () => {
  const grants = [
    { role: 'editor', channelId: '1' },
    { role: 'auditor', channelId: '' },
    { role: 'editor', channelId: '2' },
  ] as const;
  expect(byRole(grants)).toEqual([
    { role: 'editor', channelIds: ['1', '2'] },
    { role: 'auditor', channelIds: [''] },
  ]);
});

test('moments are Shanghai’s, with seconds, midnight too', () => {
  expect([
    shanghaiSecond('2026-11-22T16:00:00.000Z'),
    shanghaiSecond('2026-11-22T03:46:04.500Z'),
    shanghaiSecond(''),
  ]).toEqual(['2026-11-23 00:00:00', '2026-11-22 11:46:04', '']);
});
