import type { WrittenOf } from '#kinds/index.ts';
import { toClock } from '../parts/clock.ts';
import { momentOfClock, NO_PERIOD, type Typed } from './plan-steps.ts';

/** A setting as an edition holds it. */
export type SettingChange = WrittenOf<'setting'>;

/** Value that the form begins with. @param hasPeriods entries come and go by themselves */
export function typedOf(value: unknown, plan: SettingChange['plan'], hasPeriods: boolean): Typed {
  return {
    value,
    from: toClock(plan?.at ?? ''),
    to: '',
    ...(hasPeriods && Array.isArray(value) && { periods: value.map(() => NO_PERIOD) }),
  };
}

/** The change that says what was typed. @param before the draft's, whose place in a plan stays */
export function changeOf(name: string, { value, from }: Typed, before?: SettingChange): SettingChange {
  const plan = before?.plan
    ? { ...before.plan, at: momentOfClock(from) }
    : from === ''
      ? undefined
      : { at: momentOfClock(from) };
  return { kind: 'setting', id: name, document: value, ...(plan && { plan }) };
}
