import { sql } from 'kysely';
import { changeTitle, subjectTitle } from '#kinds/change-words.ts';
import { partsOf, subjectsOf, type Subject } from '#kinds/changes.ts';
import type { KnownSite, Reader } from '#kinds/define-store.ts';
import { kindOf, kinds, type Change } from '#kinds/index.ts';
import { storeOf } from '#kinds/stores.ts';
import { settings } from '#page/settings/known-settings.ts';
import { canonicalJson } from '#rules/json/canonical-json.ts';
import type { WayBackPart } from '#wire/take-up-answers.ts';
import type { Db } from '../../db/tables.ts';
import { Refused } from '../../errors.ts';
import { changeAfter, publicChange } from '../review/public-change.ts';
import { restoredChanges, type RolledBack } from './roll-back.ts';
import { titlesOfEnded } from './titles-of-ended.ts';

/** most things that one edition takes back */
const MOST = 150;

/** Target of a way back: for all that a publication changed, what was before it; for named subjects, what a publication left. */
export interface WayBackTarget {
  no: number;
  /** absent: the publication as a whole */
  subjects?: readonly Subject[] | undefined;
}

interface Found extends RolledBack {
  parts: WayBackPart[];
}

/**
 * ED16: the changes of a new draft that take a publication back, or make a former state public again, and what each of them
 * does. What did not exist before is withdrawn; what stays the same is left out.
 * @param reason for visitors of what is withdrawn
 * @throws Refused invalidInput where nothing is left to do, or too much
 */
export async function wayBack(
  reader: Reader,
  site: KnownSite,
  { no, subjects }: WayBackTarget,
  { reason = '', ...options }: { reason?: string; storesRows?: boolean } = {},
): Promise<Found> {
  const { db } = reader;
  const title = await titleOf(db, no);
  const [before, named] = subjects === undefined ? [no - 1, await subjectsOfPublication(db, no)] : [no, subjects];
  const parts: WayBackPart[] = [];
  const [restored, withdrawn]: [Subject[], Change[]] = [[], []];
  for (const subject of new Set(named)) {
    const { does, newer } = await fateOf(reader, site, subject, before, subjects === undefined ? no : undefined);
    if (does === 'same') continue;
    if (does === 'withdrawn') withdrawn.push(withdrawalOf(subject, reason));
    else if (does !== 'left') restored.push(subject);
    parts.push({ subject, title: '', does, newer });
  }
  const count = restored.length + withdrawn.length;
  if (count === 0) throw new Refused('invalidInput', nothingLeft(parts), { field: 'no' });
  if (count > MOST) throw new Refused('invalidInput', `一次最多恢复 ${MOST} 项，这里有 ${count} 项`, { field: 'no' });
  const changes = [...(await restoredChanges(reader, site, { no: before, subjects: restored }, options)), ...withdrawn];
  const names = namesWith(await titlesOfEnded(db, changes));
  return {
    title: `${subjects === undefined ? '收回' : '恢复到'}第 ${no} 号发布：${title}`.slice(0, 200).toWellFormed(),
    changes,
    parts: parts.map((part) => {
      const change = changes[subjectsOf(changes).indexOf(part.subject)];
      return { ...part, title: change ? changeTitle(change, names) : subjectTitle(part.subject, names) };
    }),
  };
}

const nothingLeft = (parts: readonly WayBackPart[]): string =>
  parts.length > 0
    ? '这些内容都是第一次公开，以前没有可以恢复的内容，也不能撤下'
    : '现在公开的内容与那时相同，没有需要恢复的';

async function titleOf(db: Db, no: number): Promise<string> {
  if (no === 0) return '程序提供的内容';
  const found = await db.selectFrom('publication').select('title').where('no', '=', no).executeTakeFirst();
  if (!found) throw new Refused('invalidInput', `没有第 ${no} 号发布`, { field: 'no' });
  return found.title;
}

/** ED16: things of which a publication opened or closed something: what went along with others is among them. */
async function subjectsOfPublication(db: Db, no: number): Promise<Subject[]> {
  const found: Subject[] = [];
  for (const kind of kinds) {
    const past = storeOf({ kind: kind.name }).history?.past;
    const tables = new Map(Object.entries(kind.tables).map(([table, { identity }]) => [table, identity[0]!]));
    if (past) tables.set(past.table, past.identity);
    for (const [table, identity] of tables) {
      const { rows } = await sql<{
        id: string;
      }>`select distinct ${sql.ref(identity)}::text as id from ${sql.table(table)}
        where ${no} in (opened_in, closed_in) and ${past?.own ?? sql`true`} order by 1 limit ${MOST + 1}`.execute(db);
      found.push(...rows.map(({ id }) => `${kind.name}:${id}`));
    }
  }
  return found;
}

/**
 * Effect on one thing.
 * @param no of the publication that is taken back: what was published of it later stands on it
 */
async function fateOf(
  reader: Reader,
  site: KnownSite,
  subject: Subject,
  before: number,
  no: number | undefined,
): Promise<{ does: WayBackPart['does'] | 'same'; newer: number | null }> {
  const parts = partsOf(subject);
  if (parts === null) throw new Refused('invalidInput', `没有“${subject.slice(0, 100)}”`, { field: 'subjects' });
  const last = await storeOf(parts).lastPublication(reader.db, parts.id);
  const newer = no !== undefined && last !== null && last > no ? last : null;
  const few = { storesRows: false };
  const was = await changeAfter(reader, site, subject, before, few);
  const now = await publicChange(reader, site, subject, undefined, few);
  if (was === null) {
    if (now === null) return { does: 'same', newer };
    return { does: kindOf(parts).words.withdrawal ? 'withdrawn' : 'left', newer };
  }
  if (now === null) return { does: 'again', newer };
  // rows of a large register are not read, so that they may look the same
  const isSame = (last ?? 0) <= before || (!kindOf(parts).hasRows && canonicalJson(was) === canonicalJson(now));
  return { does: isSame ? 'same' : 'restored', newer };
}

function withdrawalOf(subject: Subject, reason: string): Change {
  const { kind, id } = partsOf(subject)!;
  return { kind, id, withdraw: { reason } } as Change;
}

const namesWith = (ended: Readonly<Record<string, string>>) => {
  const settingTitle = (name: string): string => settings.find((one) => one.name === name)?.title ?? name;
  return {
    settingTitle,
    nameOf: (id: string) => id,
    knownTitle: () => undefined,
    pageName: () => undefined,
    endedTitle: (subject: string) => ended[subject],
  };
};
