import type { RegisterDefinition } from '#page/register-schema.ts';
import type { StaffRight } from '#rules/people/staff-rights.ts';
import { replaceWords, wordsRemaining, type Remaining } from '#rules/text/replace-words.ts';
import type { RemainingPlace, ReplacementPlace } from '#wire/search-answers.ts';
import { kindOf, type Change } from '#kinds/index.ts';
import { fieldOrder, firstText } from '#kinds/register/register-words.ts';
import { storePublicRows } from '#kinds/rows/server/public-rows.ts';
import { findPartsOfKeys } from '#kinds/rows/server/row-sets.ts';
import { settingOf } from '../../editions/settings/setting-faults.ts';
import { publicRevisions } from '../../editions/publish/public-revisions.ts';
import { publicChange } from '../../editions/review/public-change.ts';
import { Refused } from '../../errors.ts';
import { changedSet, checkChanges } from '../../registers/editions/row-changes.ts';
import { KEY_SEPARATOR } from '../../store/rows/check-rows.ts';
import { findRegisterState } from '../../store/rows/list-register-rows.ts';
import { findRowsHolding, type RowHolding } from '../../store/rows/find-rows-holding.ts';
import { textOfHtml } from '../../store/articles/text-of-html.ts';
import { excerptOf } from '../../store/search/mark-hits.ts';
import { foldSearch, foldTyped } from '../../store/search/search-pieces.ts';
import { typedTerms } from '../../store/search/typed-terms.ts';
import { rightsFor } from '../authorize.ts';
import type { SignedIn } from '../define-console-call.ts';
import { findReplaceableArticles } from './article-groups.ts';
import { placeOf } from './looking.ts';
import { readableRegisters } from './row-group.ts';
import { textsOf } from './texts-of.ts';

export interface Words {
  from: string;
  to: string;
}

/** A way in which texts become others: words (CS6), or one file by another (ML8). */
export interface Swap {
  /** fields of a document in which it happens, by kind; absent: in all of its texts */
  fields: Readonly<Record<string, readonly string[]>>;
  /** types of the fields of rows in which it happens */
  types: readonly string[];
  replaced: (text: string) => string;
  /** both sides, as they are compared */
  shown: (before: string, after: string) => Pick<ReplacementPlace, 'before' | 'after'>;
  /** why something of a text stays as it is; absent: nothing does */
  remaining?: (text: string) => Remaining | null;
  /** further changes of an object in which something changed */
  tidied?: (after: Record<string, unknown>) => Record<string, unknown>;
}

/** Fields of a document in which words are replaced. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  article: ['title', 'summary', 'content'],
  channel: ['name'],
};

const read = (text: string): string => (text.includes('<') ? textOfHtml(text) : text);

const swapOf = ({ from, to }: Words): Swap => ({
  fields: FIELDS,
  types: ['text', 'phone'],
  replaced: (text) => replaceWords(text, from, to),
  remaining: (text) => wordsRemaining(text, from, { read: textOfHtml, fold: foldSearch }),
  shown: (before, after) => ({
    before: excerptOf(read(before), [foldTyped(from)]),
    after: excerptOf(read(after), to.trim() === '' ? [] : [foldTyped(to)]),
  }),
});

/** things that one edition changes, and rows in them */
const MOST = 150;
const MOST_ROWS = 200;

/** A thing with the words in it. */
export interface Touched {
  subject: string;
  /** mark of the public content, from before it was read: what somebody publishes meanwhile is noticed */
  mark: string;
  places: ReplacementPlace[];
  /** places in which the words stay */
  remaining: RemainingPlace[];
  /** the thing with other words in these places */
  changed: (places: ReadonlySet<string>) => Promise<Change>;
}

/** CS6: public content with the words that this person may change: articles, names of channels, settings, rows. */
export async function findTouched(words: Words, context: SignedIn): Promise<Touched[]> {
  const terms = typedTerms(words.from);
  if (terms.length === 0) throw new Refused('invalidInput', '至少写两个字', { field: 'from' });
  const subjects = [
    ...(await findReplaceableArticles(context, terms, MOST)).map((id) => `article:${id}`),
    ...channelsWith(words, context).map((id) => `channel:${id}`),
    ...(await settingsWith(words, context)).map((name) => `setting:${name}`),
  ];
  const registers = (await readableRegisters(context))
    .filter(({ channelIds }) => mayDo(context, channelIds, 'content.write'))
    .map(({ definition }) => definition);
  const rows = await findRowsHolding(context.db, registers, terms, MOST_ROWS + 1);
  if (subjects.length > MOST || rows.length > MOST_ROWS)
    throw new Refused('invalidInput', `“${words.from}”出现在超过 ${MOST} 项内容或 ${MOST_ROWS} 行里，请写得更完整些`, {
      field: 'from',
    });
  const touched: Touched[] = [];
  const swap = swapOf(words);
  for (const subject of subjects) touched.push(await documentWith(subject, swap, context));
  for (const definition of registers) {
    const own = rows.filter(({ register }) => register === definition.register);
    if (own.length > 0) touched.push(await rowsWith(definition, own, swap, context));
  }
  return touched;
}

/** Whether somebody may do something in these channels; without any it takes the whole site. */
export const mayDo = (context: SignedIn, channelIds: readonly string[], right: StaffRight): boolean =>
  rightsFor(context, channelIds.length > 0 ? channelIds : ['']).includes(right);

/** Whether words stand in a text, as searches compare both. */
const holds = (text: string, from: string): boolean => foldSearch(text).includes(foldSearch(from));

const channelsWith = ({ from }: Words, context: SignedIn): string[] =>
  context.site.channels
    .filter(({ channelId, name }) => holds(name, from) && mayDo(context, [channelId], 'channel.change'))
    .map(({ channelId }) => channelId);

async function settingsWith({ from }: Words, context: SignedIn): Promise<string[]> {
  if (!mayDo(context, [], 'setting.change')) return [];
  const rows = await context.db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('public_to', 'is', null)
    .execute();
  return rows
    .filter(({ name, value }) => settingOf(name) && textsOf(value).some((text) => holds(text, from)))
    .map(({ name }) => name);
}

/** The public document of a subject, with other texts. */
export async function documentWith(subject: string, swap: Swap, context: SignedIn): Promise<Touched> {
  const { db, site } = context;
  const mark = (await publicRevisions(db, [subject]))[subject] ?? '';
  const change = await publicChange({ db }, site, subject, undefined, { storesRows: false });
  const document: unknown = change?.document;
  const places: ReplacementPlace[] = [];
  const remaining: RemainingPlace[] = [];
  const title =
    change && !change.withdraw
      ? kindOf(change).words.titleOf(document as never, subject.split(':')[1]!, NAMES)
      : subject;
  const walk = (value: unknown, path: readonly string[], isWanted: (id: string) => boolean): unknown => {
    if (typeof value === 'string') {
      const id = `${subject} ${path.join('/')}`;
      const after = swap.replaced(value);
      const why = swap.remaining?.(value);
      if (after === value && !why) return value;
      const label = kindOf(change!).words.fieldTitle(path, document as never);
      if (why) remaining.push({ id, title, label, why, to: screenOf(subject) });
      if (after === value || !isWanted(id)) return value;
      places.push({ id, title, label, ...swap.shown(value, after) });
      return after;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one, at) => walk(one, [...path, String(at)], isWanted));
    const names = path.length === 0 ? swap.fields[change!.kind] : undefined;
    const after = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        names && !names.includes(name) ? one : walk(one, [...path, name], isWanted),
      ]),
    );
    return swap.tidied?.(after) ?? after;
  };
  if (change) walk(document, [], () => true);
  return {
    subject,
    mark,
    places: [...places],
    remaining: [...remaining],
    changed: async (chosen) => ({ ...change, document: walk(document, [], (id) => chosen.has(id)) }) as Change,
  };
}

/** Screen on which a thing is changed. */
function screenOf(subject: string): string {
  const [kind, ...rest] = subject.split(':');
  const id = encodeURIComponent(rest.join(':'));
  if (kind === 'article') return `/content/${id}/edit`;
  if (kind === 'channel') return `/channels?channel=${id}`;
  return kind === 'rows' ? `/registers/${id}` : `/settings/${id}`;
}

const NAMES = { settingTitle: (name: string) => settingOf(name)?.title ?? name, pageName: () => undefined };

/** Public rows of a register, with other cells. */
export async function rowsWith(
  definition: RegisterDefinition,
  rows: readonly RowHolding[],
  swap: Swap,
  context: SignedIn,
): Promise<Touched> {
  const { db, publishContext } = context;
  const subject = `rows:${definition.register}`;
  const mark = (await publicRevisions(db, [subject]))[subject] ?? '';
  const texts = fieldOrder(definition).filter((name) => swap.types.includes(definition.fields[name]!.type));
  const cells = rows.flatMap(({ register, key, data }) =>
    texts.flatMap((field) => {
      const before = String(data[field] ?? '');
      const after = swap.replaced(before);
      return before === after ? [] : [{ id: `${subject} ${key} ${field}`, register, key, field, before, after, data }];
    }),
  );
  const placeIn = ({ key, data }: RowHolding, field: string): Pick<ReplacementPlace, 'id' | 'title' | 'label'> => ({
    id: `${subject} ${key} ${field}`,
    title: placeOf(`登记表“${definition.title}”`, firstText(definition, data) || key.replaceAll(KEY_SEPARATOR, ' ')),
    label: definition.fields[field]!.title,
  });
  return {
    subject,
    mark,
    places: cells.map(({ field, before, after, ...row }) => ({ ...placeIn(row, field), ...swap.shown(before, after) })),
    remaining: rows.flatMap((row) =>
      texts.flatMap((field) => {
        const why = swap.remaining?.(String(row.data[field] ?? ''));
        return why ? [{ ...placeIn(row, field), why, to: screenOf(subject) }] : [];
      }),
    ),
    changed: async (chosen) => {
      const wanted = Map.groupBy(
        cells.filter(({ id }) => chosen.has(id)),
        ({ key }) => key,
      );
      const changes = [...wanted].map(([key, own]) => ({
        key: key.split(KEY_SEPARATOR),
        row: { ...own[0]!.data, ...Object.fromEntries(own.map(({ field, after }) => [field, after])) },
      }));
      const begun = await storePublicRows(publishContext, definition);
      const { problems, rows: made } = await checkChanges(
        db,
        definition,
        changes,
        async (keys) => new Set((await findPartsOfKeys(db, definition, begun.hash, keys)).keys()),
      );
      if (problems.length > 0)
        throw new Refused('invalidInput', `登记表“${definition.title}”：${problems[0]!.message}`, { problems });
      const { dataDate = '', department = '' } = (await findRegisterState(db, 'now', definition.register)) ?? {};
      const rowSet = await changedSet(db, definition, begun, changes, made);
      return { kind: 'rows', document: { definition, dataDate, department, rowSet } };
    },
  };
}
