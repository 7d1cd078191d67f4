import dayjsConfig from '@rc-component/picker/generate/dayjs';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';
import { shanghaiSecond } from '#rules/time/shanghai-date.ts';

dayjs.extend(customParseFormat);
dayjs.extend(utc);

/**
 * Time of a clock in Shanghai, written in one of the formats, all of it; null when it is not. In UTC, which skips no
 * hour in any browser.
 */
export function readClock(text: string, formats: readonly string[]): Dayjs | null {
  return formats.map((format) => dayjs.utc(text, format, true)).find((read) => read.isValid()) ?? null;
}

/** antd's picker for clocks in Shanghai (TA2): today is Shanghai's, and the browser's zone has no say. */
export const ShanghaiPicker = DatePicker.generatePicker<Dayjs>({
  ...dayjsConfig,
  getNow: () => dayjs.utc(shanghaiSecond(new Date().toISOString())),
  getFixedDate: (text) => dayjs.utc(text),
  locale: { ...dayjsConfig.locale, parse: (_locale, text, formats) => readClock(text, formats) },
});
