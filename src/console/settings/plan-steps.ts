import { isSameJson } from '#rules/json/same-json.ts';

/**
 * From when until when something shall be public: Shanghai's clocks as fields have them, yyyy-mm-ddThh:mm; '' without.
 */
export interface Period {
  from: string;
  to: string;
}

/** Input of the screen of a setting. */
export interface Typed extends Period {
  value: unknown;
  /** periods of a list whose entries come and go by themselves: one for each */
  periods?: readonly Period[];
  /** HN6: the home page in the composition that was chosen beside; absent: as it is */
  home?: Record<string, unknown> | undefined;
}

export interface PlanStep {
  /** a time with zone; '' as soon as it is approved */
  at: string;
  value: unknown;
}

export const NO_PERIOD: Period = { from: '', to: '' };

export const momentOfClock = (clock: string): string => (clock === '' ? '' : `${clock}:00+08:00`);

/** The publications that make it so, in order; what is public without any is no step. */
export function planSteps({ value, from, to, periods }: Typed, publicValue: unknown): PlanStep[] {
  if (!periods)
    return [{ at: momentOfClock(from), value }, ...(to === '' ? [] : [{ at: momentOfClock(to), value: publicValue }])];
  const list = value as readonly unknown[];
  const times = [...new Set(['', ...periods.flatMap((period) => [period.from, period.to])])].toSorted();
  const steps = times.map((at) => ({
    at: momentOfClock(at),
    value: list.filter((_, place) => isShownAt(periods[place] ?? NO_PERIOD, at)),
  }));
  return steps.filter((step, place) => !isSameJson(step.value, place === 0 ? publicValue : steps[place - 1]!.value));
}

/** clocks sort as texts; '' is now */
const isShownAt = ({ from, to }: Period, at: string): boolean => from <= at && (to === '' || at < to);

/** days; as editions are scheduled */
const LATEST = 366;

/** Why the times cannot be so; '' where they can. @param now as fields have it */
export function periodProblem({ from, to }: Period, now: string): string {
  if (from !== '' && from <= now) return '开始时间已过，请选择以后的时间，或留空';
  if (to !== '' && to <= now) return '结束时间已过，请选择以后的时间，或留空';
  if ([from, to].some((clock) => clock !== '' && Date.parse(`${clock}Z`) > Date.parse(`${now}Z`) + LATEST * 86_400_000))
    return '时间在一年以后，请核对年份';
  return from !== '' && to !== '' && to <= from ? '结束时间应晚于开始时间' : '';
}
