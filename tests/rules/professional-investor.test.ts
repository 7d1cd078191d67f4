import { describe, expect, test } from 'vitest';
import { APPLICATION_STATES, checkDeclaration, mayApply, mayFollow, neededMaterials, stateOn, STATUS_OF, type ApplicationState, type Declaration } from '#rules/professional-investor.ts';

const declare = (change: Partial<Declaration> = {}): Declaration => ({ assets: 0, income: 0, experienceYears: 0, jobType: 'none', ...change });
const wrong = (...asked: Parameters<typeof checkDeclaration>) => checkDeclaration(...asked).map(({ field }) => field);

describe('[RK7] who may ask to be confirmed', () => {
  test.each([
    ['natural', { assets: 500, experienceYears: 2 }, []],
    ['natural', { assets: 499.99, income: 49.99, experienceYears: 2 }, ['assets']],
    ['natural', { income: 50, experienceYears: 2 }, []],
    ['natural', { income: 50, experienceYears: 1.9 }, ['experienceYears']],
    ['natural', { income: 50, jobType: 'executive' }, []],
    ['natural', {}, ['assets', 'experienceYears']],
    ['conversion', { assets: 300, experienceYears: 1 }, []],
    ['conversion', { income: 30, experienceYears: 1 }, []],
    ['conversion', { assets: 299, income: 29, experienceYears: 1 }, ['assets']],
    ['conversion', { assets: 300, jobType: 'licensed' }, ['experienceYears']],
    ['A', {}, []],
  ] as const)('%s with %j: %j', (type, change, fields) => {
    expect(wrong(type, declare(change))).toEqual(fields);
  });

  test('what a declaration rests on has to be proved', () => {
    expect(neededMaterials('natural', { assets: 500 })).toEqual(['assets', 'experience']);
    expect(neededMaterials('natural', { assets: 499 })).toEqual(['income', 'experience']);
    expect(neededMaterials('conversion', { assets: 300 })).toEqual(['assets', 'experience']);
    expect(neededMaterials('A', { assets: 0 })).toEqual(['licence']);
  });
});

describe('[RK7] the states of an application', () => {
  test('go where they may and nowhere else', () => {
    const ways = APPLICATION_STATES.flatMap((from) => APPLICATION_STATES.filter((to) => mayFollow(from, to)).map((to) => `${from} → ${to}`));
    expect(ways).toEqual([
      'submitted → in-review', 'submitted → supplement', 'submitted → accepted', 'submitted → refused',
      'in-review → supplement', 'in-review → accepted', 'in-review → refused',
      'supplement → submitted', 'supplement → refused', 'accepted → expired',
    ]); // prettier-ignore
  });

  test('a new one may be sent when there is none or the last one is over', () => {
    expect([undefined, ...APPLICATION_STATES].filter(mayApply as (state: ApplicationState | undefined) => boolean)).toEqual([undefined, 'refused', 'expired']);
    expect(Object.values(STATUS_OF)).toEqual(['1', '1', '1', '2', '3', '4']);
  });

  test('a confirmation ends with its last day, others know no day', () => {
    expect([stateOn('accepted', '2026-11-20', '2026-11-20'), stateOn('accepted', '2026-11-20', '2026-11-21'), stateOn('accepted', null, '2099-01-01'), stateOn('refused', '2020-01-01', '2026-01-01')]).toEqual(['accepted', 'expired', 'accepted', 'refused']);
  });
});
