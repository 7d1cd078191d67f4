import { shanghaiSecond } from '#rules/time/shanghai-date.ts';

/** A moment as a time field shows it, yyyy-mm-ddThh:mm of Shanghai's clocks; '' for none. */
export const toClock = (moment: string): string => shanghaiSecond(moment).slice(0, 16).replace(' ', 'T');
