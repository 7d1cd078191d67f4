import { addDays, tradingDayOnOrBefore } from '../calendar.ts';
import { dice, hash, type Dice } from '../random.ts';
import { countOf, type RegisterHistory, type Row } from './history.ts';
import { bonds, classOf, etfs, rateOf, shares, type Security } from './securities.ts';

/**
 * The three margin lists as they were on each trading day. The data holds their state on the newest day and, for some
 * securities, one event on an earlier day. The state before the event is computed backwards from these.
 */
type Happening = 'rate' | 'target-in' | 'target-out' | 'listed' | 'delisted' | 'paused' | 'resumed' | 'restricted';

interface Event {
  what: Happening;
  /** the first version that shows the event */
  version: number;
  /** collateral rate before the event 'rate', in hundredths */
  before?: number;
}

/**
 * A security that is in one of the lists on at least one day. `target` and `collateral` say whether it is on the
 * newest.
 */
interface Entry {
  security: Security;
  target: boolean;
  collateral: boolean;
}

interface Lists {
  securities: Entry[];
  events: Map<string, Event>;
}

/** Events of a day: minimum and maximum number of each in the full lists. Every list has 5 to 30 changes a day. */
const DAILY: [what: Happening, from: 'targets' | 'others' | 'former', low: number, high: number][] = [
  ['rate', 'targets', 4, 12],
  ['target-in', 'targets', 1, 4],
  ['target-out', 'others', 1, 4],
  ['paused', 'targets', 0, 2],
  ['resumed', 'targets', 3, 5],
  ['rate', 'others', 3, 8],
  ['listed', 'others', 0, 2],
  ['delisted', 'former', 0, 2],
];
const RESTRICTED_EVERY = 8;

/**
 * The histories of the three lists.
 * @param days of the versions, oldest first
 */
export function marginLists(share: number, days: string[]): RegisterHistory[] {
  const lists = listsOf(share, days.length);
  const newest = days.length - 1;
  return Object.entries({ 'conver-rate': converRow, 'deposit-ratio': depositRow, stock: stockRow }).map(
    ([register, rowOf]) => {
      // a security has at most one event, so it has one row before the event and one after it
      const listed = lists.securities.map((entry) => {
        const event = lists.events.get(entry.security.code);
        return {
          since: event?.version ?? 0,
          before: rowOf(entry, event, 0, days),
          after: rowOf(entry, event, newest, days),
        };
      });
      const rowsIn = (version: number) =>
        listed.map(({ since, before, after }) => (version < since ? before : after)).filter((row) => row !== null);
      return { register, versions: days.map((day, version) => ({ day, rows: () => rowsIn(version) })) };
    },
  );
}

function listsOf(share: number, versions: number): Lists {
  const count = (whole: number) => countOf(whole, share);
  const [shareCount, etfCount] = [count(2250), count(450)];
  const ofShares = shares.slice(0, shareCount);
  const isTarget = new Set(
    [...ofShares.filter(({ quality }) => quality >= 0.2).slice(0, count(1056)), ...etfs.slice(0, count(144))].map(
      ({ code }) => code,
    ),
  );
  const collateral = [...ofShares, ...etfs.slice(0, etfCount), ...bonds.slice(0, count(300))];
  const former = shares.slice(shareCount, shareCount + count(120));
  const securities = [
    ...collateral.map((security) => ({ security, target: isTarget.has(security.code), collateral: true })),
    ...former.map((security) => ({ security, target: false, collateral: false })),
  ];
  const usable = securities
    .filter(({ security }) => security.type === '股票' && rateOf(security) > 0)
    .map(({ security }) => security.code);
  const left = {
    targets: mixed(usable.filter((code) => isTarget.has(code))),
    others: mixed(usable.filter((code) => !isTarget.has(code) && ofShares.some((security) => security.code === code))),
    former: former.map(({ code }) => code),
  };
  const rates = new Map(securities.map(({ security }) => [security.code, rateOf(security)]));
  const events = new Map<string, Event>();
  for (let version = 1; version < versions; version++) {
    const random = dice('margin-change', version);
    for (const [what, from, low, high] of DAILY) {
      for (let times = timesOf(random, low, high, share, what); times > 0; times--) {
        const code = left[from].pop();
        if (code)
          events.set(code, { what, version, ...(what === 'rate' && { before: rateBefore(rates.get(code)!, random) }) });
      }
    }
    const restricted = version % RESTRICTED_EVERY === 1 ? left.others.pop() : undefined;
    if (restricted) events.set(restricted, { what: 'restricted', version });
  }
  return { securities, events };
}

/** Number of events of a day. A small demonstration has one change of rate a day and a tenth of the other events. */
function timesOf(random: Dice, low: number, high: number, share: number, what: Happening): number {
  const whole = random.int(low, high);
  if (share === 1) return whole;
  return random.chance(whole * share) || what === 'rate' ? 1 : 0;
}

const mixed = (codes: string[]): string[] => [...codes].sort((a, b) => hash(`margin:${a}`) - hash(`margin:${b}`));

/** The rate before a change: 5 less or 5 more, between 30 and 70. */
function rateBefore(after: number, random: Dice): number {
  const step = random.chance(0.5) ? 5 : -5;
  return after + step > 70 || after + step < 30 ? after - step : after + step;
}

/** Whether the version is from before the event, and the event is one of `what`. */
const isAhead = (event: Event | undefined, version: number, ...what: Happening[]): boolean =>
  event !== undefined && what.includes(event.what) && version < event.version;

/** Collateral rate in a version, in hundredths; null for a restricted security. */
function rateIn({ security }: Entry, event: Event | undefined, version: number): number | null {
  if (event?.what === 'restricted' && version >= event.version) return null;
  return isAhead(event, version, 'rate') ? event!.before! : rateOf(security);
}

/** A ratio as the files of risk systems write it, with eight decimals. */
const ratio = (hundredths: number): string => (hundredths / 100).toFixed(8);

function converRow(entry: Entry, event: Event | undefined, version: number): Row | null {
  const { security, collateral } = entry;
  if (isAhead(event, version, 'listed')) return null;
  if (!collateral && !isAhead(event, version, 'delisted')) return null;
  const rate = rateIn(entry, event, version);
  return {
    market: security.market,
    secuCode: security.code,
    secuName: security.name,
    converRate: rate === null ? null : ratio(rate),
    secuType: security.type,
    secuClass: rate === null ? 'F' : classOf(security),
  };
}

function isTargetIn({ target }: Entry, event: Event | undefined, version: number): boolean {
  return isAhead(event, version, 'target-out') || (target && !isAhead(event, version, 'target-in'));
}

/** Sides of 100 securities: 70 may be bought on margin (rz) and sold short (rq), 25 only bought, 5 only sold. */
function sidesOf({ code }: Security): { isRz: boolean; isRq: boolean } {
  const place = hash(`sides:${code}`) % 100;
  return { isRz: place < 95, isRq: place < 70 || place >= 95 };
}

function depositRow(entry: Entry, event: Event | undefined, version: number, days: string[]): Row | null {
  const { security } = entry;
  if (!isTargetIn(entry, event, version)) return null;
  const { isRz, isRq } = sidesOf(security);
  const rz = Math.max(100, 170 - (rateIn(entry, event, version) ?? 0));
  const rq = rz + 10 + 5 * (hash(`short:${security.code}`) % 5);
  const changed = event && version >= event.version && ['rate', 'target-in'].includes(event.what);
  return {
    market: security.market,
    secuCode: security.code,
    secuName: security.name,
    rzRatio: isRz ? ratio(rz) : null,
    rqRatio: isRq ? ratio(rq) : null,
    bizDt: changed ? days[event.version]! : longAgo(security, days, 300),
  };
}

function stockRow(entry: Entry, event: Event | undefined, version: number, days: string[]): Row | null {
  const { security } = entry;
  if (!isTargetIn(entry, event, version)) return null;
  const { isRz, isRq } = sidesOf(security);
  const paused = event?.what === 'paused' ? version >= event.version : isAhead(event, version, 'resumed');
  return {
    market: security.market,
    secuCode: security.code,
    secuName: security.name,
    isRz: isRz ? '1' : '0',
    isRq: isRq ? '1' : '0',
    status: paused ? '暂停' : '正常',
    entryDate: event?.what === 'target-in' ? days[event.version]! : longAgo(security, days, 2500),
  };
}

/**
 * A trading day before the first version.
 * @param most maximum of calendar days before it
 */
const longAgo = ({ code }: Security, days: string[], most: number): string =>
  tradingDayOnOrBefore(addDays(days[0]!, -1 - (hash(`${most}:${code}`) % most)));
