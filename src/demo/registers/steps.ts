import type { Change } from '#kinds/index.ts';
import { readSheet } from '#server/registers/sheets/read-sheet.ts';
import { chineseDay, moment } from '../calendar.ts';
import { avatarSvg } from '../files/avatar.ts';
import { makePdf } from '../files/pdf.ts';
import { named, type StoreFile, type Step } from '../step.ts';
import type { RegisterHistory } from './history.ts';
import { importHistory, type ImportedHistory } from './import-rows.ts';
import {
  dailyRegisters,
  fundHistories,
  netValueArchive,
  photoSigns,
  seldomRegisters,
  type RegisterFiles,
} from './all-registers.ts';
import { annualReportText } from './place-rows.ts';
import type { World } from './world.ts';

/**
 * All publications of registers: staff three times, most others twice, net values in the evening. The margin lists come
 * before the market opens on each of 40 trading days. The margin lists are published here and not with the history,
 * because the list of a past day can only be published before that of a later day.
 */
export function registerSteps(world: World): Step[] {
  const [opening] = world.days;
  const seldom = once(async (store: StoreFile) => importAll(seldomRegisters(world, await storeFiles(world, store))));
  const funds = once(() => importAll(fundHistories(world)));
  const daily = once(() => importAll(dailyRegisters(world)));
  const onDays = (
    days: string[],
    title: string,
    at: (day: string) => Date,
    imported: (store: StoreFile) => Promise<ImportedHistory[]>,
  ): Step[] =>
    days.map((day) => ({
      title: named(`${title}${day === opening ? '首次发布' : '定期更新'}（${chineseDay(day)}）`),
      at: at(day),
      changes: async (store) => changesOn(day, await imported(store)),
    }));
  return [
    ...onDays(
      world.days,
      '人员、网点与产品公示',
      (day) => (day === opening ? moment(day, 9, 5) : moment(day, 16, 30)),
      seldom,
    ),
    ...onDays(world.ends, '基金净值与在售产品', (day) => moment(day, 21), funds),
    ...world.marginDays.map((day): Step => ({
      title: named(`融资融券名单（${chineseDay(day)}）`),
      at: moment(day, 8, 45),
      changes: async (store) => changesOn(day, await daily(store)),
    })),
  ];
}

/**
 * Publishes older net values after the fact, as older articles are. The site already serves then, so a worker thread
 * reads the file.
 */
export function archivedValueSteps(world: World): Step[] {
  const history = netValueArchive(world);
  const imported = once(() => importHistory(history, () => [], readSheet));
  return history.versions.map((version, part): Step => ({
    title: named(`历史净值接入（第${part + 1}批，共${history.versions.length}批）`),
    at: moment(version.day, 21, 10 + part),
    changes: async (store) => [(await imported(store)).changeTo(version)],
  }));
}

/** The first call runs `work`; all later calls get the same result. */
function once<Result>(work: (store: StoreFile) => Promise<Result>): (store: StoreFile) => Promise<Result> {
  let result: Promise<Result> | undefined;
  return (store) => (result ??= work(store));
}

const changesOn = (day: string, imported: ImportedHistory[]): Change[] =>
  imported.flatMap(({ versions, changeTo }) => versions.filter((version) => version.day === day).map(changeTo));

async function importAll(histories: RegisterHistory[]): Promise<ImportedHistory[]> {
  const rowsOf = (register: string) =>
    histories
      .find((one) => one.register === register)!
      .versions.at(-1)!
      .rows();
  const imported: ImportedHistory[] = [];
  for (const history of histories) imported.push(await importHistory(history, rowsOf));
  return imported;
}

async function storeFiles(world: World, store: StoreFile): Promise<RegisterFiles> {
  const at = moment(world.days[0]!, 9, 5);
  const photos = new Map<string, string>();
  for (const sign of photoSigns(world)) photos.set(sign, await store(avatarSvg(sign), 'svg', at));
  const annualReport = await store(makePdf(annualReportText(Number(world.days[0]!.slice(0, 4)) - 1)), 'pdf', at);
  return { photos, annualReport };
}
