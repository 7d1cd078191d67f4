import type { FieldDefinition } from '#page/register-schema.ts';
import { normaliseSearch } from '#rules/search/search-text.ts';
import type { SheetCell } from '../sheets/sheet.ts';
import { storedNumber } from './read-decimal.ts';
import { suggester, type Reading } from './reading.ts';

const YES = new Set(['true', '1', '是', '有', 'y', 'yes']);
const NO = new Set(['false', '0', '否', '无', 'n', 'no']);

/**
 * A choice by its value or its label, ignoring case, width and spaces; TRUE and FALSE where the choices are yes and no.
 */
export function choiceReader({ choices = {} }: FieldDefinition): (cell: SheetCell) => Reading {
  const entries = Object.entries(choices);
  const exact = new Map(entries.map(([value]) => [value, value]));
  const named = new Map<string, Set<string>>();
  for (const [value, label] of entries) {
    for (const name of [value, label])
      named.set(normaliseSearch(name), (named.get(normaliseSearch(name)) ?? new Set()).add(value));
  }
  const labels = [...new Set(entries.flatMap(([value, label]) => [label, value]))];
  const remedy = `请填写：${entries
    .slice(0, 12)
    .map(([, label]) => label)
    .join('、')}${entries.length > 12 ? '……' : ''}`;
  const suggest = suggester(labels);
  return ({ kind, text }) => {
    if (kind === 'boolean') return ofBoolean(entries, text, remedy);
    // 2.0 as it is shown, or the number that it is
    const isKnown = kind !== 'number' || named.has(normaliseSearch(text));
    const given = isKnown ? text : (storedNumber(text) ?? text);
    const found = named.get(normaliseSearch(given));
    if (found === undefined) return { reason: '没有这个选项', remedy: suggest(remedy, given) };
    if (found.size > 1)
      return { reason: '可以指几个选项', remedy: `请填写其中一个的值或名称：${[...found].join('、')}` };
    const [value = ''] = found;
    return value === given || choices[value] === given || exact.has(given)
      ? { value }
      : { value, repair: '统一选项写法' };
  };
}

function ofBoolean(entries: [string, string][], text: string, remedy: string): Reading {
  const words = text === 'TRUE' ? YES : NO;
  const found = entries.filter(([value, label]) => words.has(value.toLowerCase()) || words.has(label.toLowerCase()));
  return found.length === 1
    ? { value: found[0]![0], repair: '统一选项写法' }
    : { reason: `单元格是逻辑值 ${text}`, remedy };
}
