import { choicesOf } from '#page/register-view.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import type { Link } from '#page/page-schema.ts';
import { isEveryday } from '../search/segment.ts';
import type { Understood } from '../search/understand.ts';
import { shownFields } from '../store/rows/list-register-rows.ts';
import { foldSearch } from '../store/search/search-pieces.ts';
import { pathOfRegister } from '../site/register-places.ts';
import type { Site } from '../site/site.ts';
import { namesOfRegisters, registersShown } from './search-rows.ts';

/** A page whose register has a column that is asked for. */
export interface ColumnHit extends Link {
  /** title of the column, as it is written; '' where words are choices and columns together */
  column: string;
  rank: number;
}

/** rank of such a page as an answer, beside articles (search-conditions.ts) */
const COLUMN_RANK = { ofFew: 10, ofMany: 8, choices: 6.5, other: 5 };
/** characters of a column's title that is read inside of a question; a shorter one (电话) has to be all that is asked */
const FEWEST = 3;
/** registers that have a column of which each is named */
const FEW = 4;

interface Columns extends Link {
  columns: { title: string; called: string[] }[];
  /** names of the register, its columns and choices, folded */
  names: string;
  /** folded */
  choices: readonly string[];
}

/**
 * SE11: pages of registers with a column that the words ask for (法定代表人是谁), the best first: whose other words the
 * register is called by, too; then those of few registers. Where a register has a choice besides (营业部 期权), its page.
 */
export async function findColumns(site: Site, { terms, phrase }: Understood): Promise<ColumnHit[]> {
  const registers = await site.remember('columns of registers', async () => columnsOf(site));
  const specific = terms.filter(([word]) => !isEveryday(word!));
  const words = specific.map(([word]) => word!).join('');
  // the meaning of an everyday word: 法人代表 is 法定代表人
  const phrases = [phrase, ...specific.flatMap(([, ...means]) => means)];
  const held = registers.flatMap((one) => {
    const column = bestOf(one.columns, phrases, words);
    if (!column) return [];
    const rest = specific.filter((term) => !term.some((word) => column.name.includes(word)));
    const isAlone = rest.every((term) => term.some((word) => one.names.includes(word)));
    // 公司的许可证号 is asked of the register that is called so
    const called = terms.filter((term) => term.some((word) => one.title.includes(word))).length;
    return [{ ...one, ...column, isAlone, called }];
  });
  const most = Math.max(0, ...held.map(({ length }) => length));
  const best = held.filter(({ length }) => length === most);
  const hits = best
    .toSorted((a, b) => b.called - a.called)
    .map(({ title, path, column, isAlone, called }): ColumnHit => ({
      title,
      path,
      column,
      rank:
        called / 10 +
        (isAlone && most >= FEWEST ? COLUMN_RANK[best.length > FEW ? 'ofMany' : 'ofFew'] : COLUMN_RANK.other),
    }));
  return [...hits, ...findChoices(registers, specific)];
}

/** The column of a register that is asked for, and how many characters of it were typed. */
function bestOf(columns: Columns['columns'], phrases: readonly string[], words: string) {
  return columns
    .flatMap(({ title, called }) =>
      called.map((name) => ({ column: title, name, length: typedOf(name, phrases, words) })),
    )
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)[0];
}

function typedOf(name: string, phrases: readonly string[], words: string): number {
  if (phrases.some((phrase) => (name.length < FEWEST ? phrase === name : phrase.includes(name)))) return name.length;
  return words.length >= FEWEST && name.includes(words) ? words.length : 0;
}

/** Pages of registers that hold all of several words in columns, choices and names, or one as a choice, where few do. */
function findChoices(registers: readonly Columns[], specific: Understood['terms']): ColumnHit[] {
  const isChoice = ({ choices }: Columns): boolean =>
    specific.some(([word]) => [...word!].length >= FEWEST && choices.includes(word!));
  const all = registers.filter(
    (one) =>
      (specific.length > 1 && specific.every((term) => term.some((word) => one.names.includes(word)))) || isChoice(one),
  );
  return all.length > FEW ? [] : all.map(({ title, path }) => ({ title, path, column: '', rank: COLUMN_RANK.choices }));
}

async function columnsOf(site: Site): Promise<Columns[]> {
  const names = await namesOfRegisters(site);
  return registersShown(site).flatMap((definition) => {
    const path = pathOfRegister(site, definition.register);
    const { register, title } = definition;
    const choices = choicesIn(site, definition).map(foldSearch);
    return path === ''
      ? []
      : [
          {
            title,
            path,
            columns: shownFields(definition).map((name) => ({
              title: definition.fields[name]!.title,
              called: callsOf(definition.fields[name]!.title),
            })),
            names: [names.get(register) ?? '', ...choices].join('\n'),
            choices,
          },
        ];
  });
}

/** ends of titles that people say otherwise */
const SYNONYMS: readonly (readonly string[])[] = [
  ['日期', '时间', '日'],
  ['邮编', '邮政编码', '邮政编号'],
  ['编号', '号码', '号'],
  ['地址', '地点', '位置'],
  ['电话', '电话号码', '联系方式'],
  ['名称', '名字', '名'],
];

/** 法定代表人（负责人） is called both, and 成立日期 成立时间. */
function callsOf(title: string): string[] {
  const names = [title, ...title.split(/[（）()/]/u)].map(foldSearch).filter((name) => [...name].length > 1);
  const others = names.flatMap((name) =>
    SYNONYMS.flatMap((ends) => {
      const end = ends.filter((one) => name.endsWith(one)).toSorted((a, b) => b.length - a.length)[0];
      return end === undefined ? [] : ends.map((one) => name.slice(0, -end.length) + one);
    }),
  );
  return [...new Set([...names, ...others.filter((name) => [...name].length >= FEWEST)])];
}

const choicesIn = (site: Site, { fields, columns, filters }: RegisterDefinition): string[] => [
  ...columns.flatMap((name) => {
    const field = fields[name];
    return field && !field.restricted && field.type === 'choice'
      ? Object.values(choicesOf(field, site.map.facts) ?? {})
      : [];
  }),
  ...filters.flatMap((filter) => ('options' in filter ? (filter.options ?? []) : [])),
];
