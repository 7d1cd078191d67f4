import { date, integer, list, object, optional, text } from '#page/schema-words.ts';
import { RATE_CHANGES } from '../articles/section-notices.ts';
import { addDays } from '../calendar.ts';
import { readRows, readTexts } from '../read-texts.ts';
import { permanent, type RegisterHistory, type Row } from './history.ts';
import type { World } from './world.ts';

/** 持仓集中度, 利率与费率, 维持担保比例: parameters that change rarely. */
export const marginTables = ({ ends }: World): RegisterHistory[] => [
  permanent('concentration', ends[0]!, concentrationRows),
  { register: 'interest-rate', versions: ends.map((day) => ({ day, rows: () => interestRows(day) })) },
  permanent('warrant-ratio', ends[0]!, warrantRows),
];

/** Bands of the maintenance ratio: name, and lower bound in hundredths. */
const BANDS = { '≥280%': 280, '240%（含）—280%': 240, '180%（含）—240%': 180, '＜180%': 0 };

/** Limits in per cent of all assets, by group or board, and band. */
const LIMITS = readRows(new URL('./concentration.csv', import.meta.url), {
  limitType: text(),
  secuClass: text(),
  '≥280%': integer(),
  '240%（含）—280%': integer(),
  '180%（含）—240%': integer(),
  '＜180%': integer(),
});

function concentrationRows(): Row[] {
  return LIMITS.flatMap(({ limitType, secuClass, ...limits }) =>
    Object.entries(BANDS).map(([warrantRange, from]): Row => ({
      limitType,
      secuClass,
      warrantRange,
      warrantFrom: fraction(from),
      limitRatio: fraction(limits[warrantRange as keyof typeof BANDS]),
    })),
  );
}

const fraction = (hundredths: number): string => (hundredths / 100).toFixed(8);

/** Each rate as it was at first, and the item of its changes. */
const RATES = readTexts(
  new URL('./rates.json', import.meta.url),
  list(
    object({
      item: text(),
      calcRule: text(),
      remark: optional(text()),
      first: optional(object({ day: date(), rate: text() })),
      changes: optional(text()),
    }),
  ),
);

/**
 * Past rates stay as rows with their dates. A rate that takes effect more than 30 days after `day` is not announced
 * yet.
 */
function interestRows(day: string): Row[] {
  return RATES.flatMap(({ item, calcRule, remark, first, changes }, place) =>
    [
      ...(first ? [first] : []),
      ...RATE_CHANGES.filter((change) => change.item === changes).map((change) => ({ ...change, rate: change.after })),
    ]
      .filter((since) => since.day <= addDays(day, 30))
      .map((since): Row => ({
        item,
        rate: since.rate,
        calcRule,
        effectiveDate: since.day,
        remark: remark ?? null,
        sortNo: place + 1,
      })),
  );
}

const WARRANT_LINES = readRows(new URL('./warrant-lines.csv', import.meta.url), {
  name: text(),
  /** in hundredths */
  ratio: integer(),
  action: text(),
  topUpPeriod: text(),
});

const warrantRows = (): Row[] =>
  WARRANT_LINES.map(({ name, ratio, action, topUpPeriod }) => ({
    name,
    ratio: fraction(ratio),
    action,
    topUpPeriod: topUpPeriod || null,
  }));
