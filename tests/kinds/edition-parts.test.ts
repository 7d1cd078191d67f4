import { expect, test } from 'vitest';
import type { Change } from '#kinds/index.ts';
import { changesOfSubjects, kindOfForm, partsOfEdition, withPart } from '#kinds/edition-parts.ts';

const channel = { kind: 'channel', document: { channelId: '00010099' } } as Change;
const page = { kind: 'page', id: 'places', document: {} } as Change;
const register = { kind: 'register', document: { register: 'places' } } as Change;
const rows = { kind: 'rows', document: { definition: { register: 'places' }, rows: [] } } as unknown as Change;
const [one, other] = ['甲文', '乙文'].map((title) => ({ kind: 'article', document: { title } }) as Change);
const gone = { kind: 'article', id: '7', withdraw: { reason: '重复' } } as Change;
const restored = [channel, page, register, rows, one!, other!, gone];

test('[ED4] the rows of a register and its definition are one part with two forms, every other change is a part', () => {
  expect(kindOfForm(restored)).toBeUndefined();
  expect(partsOfEdition(restored).map(({ subjects, kinds }) => [subjects, kinds.map(({ name }) => name)])).toEqual([
    [['channel:00010099'], ['channel']],
    [['page:places'], expect.arrayContaining(['page'])],
    [
      ['register:places', 'rows:places'],
      ['register', 'rows'],
    ],
    [['article:new-1'], ['article']],
    [['article:new-2'], ['article']],
    [['article:7'], ['article']],
  ]);
});

test('[ED4] a part takes the place that it had, and the others stay', () => {
  const subjects = ['register:places', 'rows:places'];
  expect(changesOfSubjects(restored, subjects)).toEqual([register, rows]);
  const mended = { ...rows, document: { definition: { register: 'places' }, rows: [{}] } } as unknown as Change;
  expect(withPart(restored, subjects, [register, mended])).toEqual(restored.with(3, mended));
  expect(withPart(restored, ['article:new-2'], [])).toEqual(restored.toSpliced(5, 1));
});
