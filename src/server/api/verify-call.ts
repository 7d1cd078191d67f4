import { choice, text, withDefault } from '#page/schema-words.ts';
import type { Verifiable, Verification } from '#page/data-shapes.ts';
import { hasRows, isAbsent, verifiedKinds } from '#page/public-content.ts';
import type { RegisterDefinition, VerifyKind } from '#page/register-schema.ts';
import { withoutHonorific } from '#rules/people/person-name.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import { withoutFormat } from '#rules/text/without-format.ts';
import { paths } from '#wire/paths.ts';
import { findInRegister } from '../store/rows/find-in-register.ts';
import { listRegisterStates } from '../store/rows/list-register-rows.ts';
import type { Site } from '../site/site.ts';
import { shownRegisters } from '../site/register-places.ts';
import { Refused } from '../errors.ts';
import { defineCall } from './define-call.ts';
import { foundRow } from './found-row.ts';
import { findElsewhere, searchedElsewhere } from './search-elsewhere.ts';

const MOST_FOUND = 20;
/** characters; one alone fits half of all names */
const FEWEST = 2;

/** Registers of a kind that pages show, and those of them that can be searched: here, and by other systems (US5). */
function searchedRegisters(site: Site, kind: VerifyKind) {
  const shown = shownRegisters(site);
  const ofKind = [...site.registers.values()].filter(
    ({ register, verify: taken }) => taken?.kind === kind && shown.has(register) && !isAbsent(register, site.map),
  );
  const own = ofKind.filter((one) => hasRows(one.register, site.map) && !site.isElsewhere(one));
  const others = searchedElsewhere(site).filter(({ register }) => ofKind.some((one) => one.register === register));
  return { ofKind, own, others };
}

/** HN10: cheap, for a box on a page that most visitors only pass. */
const kind = choice(['staff', 'product'], { description: 'staff 人员，product 产品' });

export const verifiable = defineCall({
  path: paths.verifiable,
  ours: true,
  steady: true,
  summary: '可以核验的名册：名称、条数与日期',
  params: { kind },
  answers: 'kind, lists（title, rows（由其他系统提供的为空）, countWord）, from 与 to（数据截至的日期，最早与最晚）',
  handle: async ({ kind }, { db, moment, site }): Promise<Verifiable> => {
    const { own, others } = searchedRegisters(site, kind);
    const states = await site.remember('states', () => listRegisterStates(db, moment));
    const dates = own.flatMap(({ register }) => states.get(register)?.dataDate ?? []).toSorted();
    return {
      kind,
      lists: [...own, ...others].map((one) => ({
        title: one.title,
        rows: others.includes(one) ? null : (states.get(one.register)?.rowCount ?? 0),
        countWord: one.countWord ?? '条',
      })),
      from: dates[0] ?? '',
      to: dates.at(-1) ?? '',
    };
  },
});

export const verify = defineCall({
  path: paths.verify,
  ours: true,
  costly: true,
  summary: '人员核验、产品核验：在同类的、有页面显示的登记表中查找',
  params: {
    kind,
    words: withDefault(
      '',
      text({ maxLength: 200, description: '姓名、名称、编号或代码，至少两个字；更少时只回答 searched' }),
    ),
  },
  answers: `kind, kinds（有公示内容、可以核验的种类）, words, searched（查找了哪些登记表），emptied（同类的、曾经公示而现在没有内容的登记表），silent（没有回答、因而没有查找的登记表），isWhole（同类的登记表是否都查找了；标为“本公司没有这项业务”的不计），found（最多 ${MOST_FOUND} 条：register, title, path, exact, since, dataDate, facts, ended（已离岗、已结束者的状态、日期和说明的一句话，其余为 null）），more`,
  handle: async ({ kind, words: typed }, { db, moment, site, elsewhere }): Promise<Verification> => {
    const words = withoutFormat(typed).trim();
    // a register that no page shows any more is not searched, though its rows are kept
    const { ofKind, own, others } = searchedRegisters(site, kind);
    const definitions = [...own, ...others];
    // "not found" must not be said of registers that were not searched
    if (site.lostRegisters.size > 0) throw new Refused('pageLost');
    const kinds = verifiedKinds(site.map);
    const answer = {
      kind,
      kinds,
      words,
      searched: definitions.map(({ title }) => title),
      // a list that was never public is not spoken of
      emptied: ofKind
        .filter(
          (one) =>
            !definitions.includes(one) &&
            !site.isElsewhere(one) &&
            site.map.facts.everFilled?.has(one.register) === true,
        )
        .map(({ title }) => title),
      isWhole: definitions.length === ofKind.length,
    };
    if ([...normaliseSearch(words)].length < FEWEST) return { ...answer, silent: [], found: [], more: false };
    const states = await site.remember('states', () => listRegisterStates(db, moment));
    // US5: systems that did not answer were not searched
    const silent = new Set<string>();
    const find = async (value: string) => {
      const rows: { definition: RegisterDefinition; row: Parameters<typeof foundRow>[2] }[] = [];
      // one after the other: a check must not take all connections
      for (const definition of own)
        for (const row of await findInRegister(db, moment, definition, value, MOST_FOUND + 1))
          rows.push({ definition, row });
      const asking = others.map(async (definition) => {
        const found = await findElsewhere({ elsewhere }, definition, value, MOST_FOUND + 1);
        return found.map(({ data, exact }) => ({ definition, row: { data, exact, since: null } }));
      });
      for (const [at, one] of (await Promise.allSettled(asking)).entries())
        if (one.status === 'fulfilled') rows.push(...one.value);
        else silent.add(others[at]!.title);
      return rows;
    };
    const name = kind === 'staff' ? withoutHonorific(words) : words;
    const asTyped = await find(words);
    const found = asTyped.length > 0 || name === words ? asTyped : await find(name);
    const first = found.toSorted((a, b) => Number(b.row.exact) - Number(a.row.exact)).slice(0, MOST_FOUND);
    return {
      ...answer,
      searched: answer.searched.filter((title) => !silent.has(title)),
      silent: [...silent],
      isWhole: answer.isWhole && silent.size === 0,
      found: first.map(({ definition, row }) =>
        // this store has no date for a register of another system
        foundRow(
          site,
          definition,
          row,
          site.isElsewhere(definition) ? '' : (states.get(definition.register)?.dataDate ?? ''),
        ),
      ),
      more: found.length > MOST_FOUND,
    };
  },
});
