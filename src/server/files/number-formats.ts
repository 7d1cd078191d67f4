/** How a cell's number is meant, as far as a preview shows it. */
export interface NumberFormat {
  kind: 'general' | 'date' | 'time' | 'datetime' | 'percent' | 'fixed';
  digits: number;
  thousands: boolean;
}

const GENERAL: NumberFormat = { kind: 'general', digits: 0, thousands: false };

/**
 * Formats that a workbook uses without spelling them (ECMA-376 part 1, 18.8.30, with those of Chinese and Japanese).
 */
const BUILT_IN: Record<number, string> = {
  1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 37: '#,##0', 38: '#,##0', 39: '#,##0.00', 40: '#,##0.00',
  14: 'y-m-d', 15: 'd-m-y', 16: 'd-m', 17: 'm-y', 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss', 22: 'y-m-d h:mm', 45: 'mm:ss', 46: 'h:mm:ss', 47: 'mm:ss',
}; // prettier-ignore
for (const id of [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]) BUILT_IN[id] = 'y-m-d';
for (const id of [32, 33, 34, 35, 55, 56]) BUILT_IN[id] = 'h:mm:ss';

export function numberFormat(id: number, custom: ReadonlyMap<number, string>): NumberFormat {
  const code = custom.get(id) ?? BUILT_IN[id];
  return code === undefined ? GENERAL : readFormat(code);
}

function readFormat(code: string): NumberFormat {
  // the first section is the one for positive numbers; quoted and bracketed text is no code
  const section = code
    .slice(0, 500)
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, '')
    .split(';')[0]!
    .toLowerCase();
  if (/general/.test(section)) return GENERAL;
  const date = /[yd]|(?<!h.*)m(?!.*s)/.test(section);
  const time = /[hs]/.test(section);
  if (date || time) return { ...GENERAL, kind: date && time ? 'datetime' : date ? 'date' : 'time' };
  if (!/[0#]/.test(section)) return GENERAL;
  const digits = Math.min(10, /\.([0#?]*)/.exec(section)?.[1]?.length ?? 0);
  return { kind: section.includes('%') ? 'percent' : 'fixed', digits, thousands: /#,##|0,0/.test(section) };
}

const DAY = 86_400_000;

/** @param base1904 the workbook counts days from 1904 */
export function formatNumber(value: number, { kind, digits, thousands }: NumberFormat, base1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  switch (kind) {
    case 'general':
      return String(Number(value.toPrecision(12)));
    case 'percent':
      return `${(value * 100).toFixed(digits)}%`;
    case 'fixed':
      if (Math.abs(value) >= 1e15) return String(value);
      return thousands
        ? value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
        : value.toFixed(digits);
    default:
      return formatMoment(value, kind, base1904);
  }
}

function formatMoment(value: number, kind: 'date' | 'time' | 'datetime', base1904: boolean): string {
  // 29 February 1900 exists in spreadsheets, so the days after it are one less
  const days = base1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const moment = new Date(Date.UTC(1899, 11, 30) + Math.round(days * DAY));
  if (Number.isNaN(moment.getTime()) || value < 0 || moment.getUTCFullYear() > 9999) return String(value);
  const [date, time] = [moment.toISOString().slice(0, 10), moment.toISOString().slice(11, 19)];
  return kind === 'date' ? date : kind === 'time' ? time : `${date} ${time}`;
}
