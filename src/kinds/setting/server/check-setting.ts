import { checkJson } from '#page/json-check.ts';
import { jsonProblemInWords } from '#page/json-words.ts';
import { brandSetting } from '#page/settings/brand.ts';
import type { BrandSetting } from '#rules/look/brand.ts';
import { probablyMeant } from '#page/settings/define-setting.ts';
import { settings } from '#page/settings/known-settings.ts';
import { visibleSetting } from '#page/settings/visible.ts';
import { oldAddressesSetting, type OldAddresses } from '#page/settings/old-addresses.ts';
import { oldAddressFaults } from '#rules/addresses/old-addresses.ts';
import { stepsOf } from '#rules/json/pointer.ts';
import { colourFaults } from '#rules/look/palette.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { withoutLoginKeys } from '#server/store/articles/authored-key.ts';
import { damagedTexts } from '../../damaged-texts.ts';
import { schemaAt } from '../../field-titles.ts';

/** Problems that prevent publication of a setting, one sentence each with the pointer of the place (RFC 6901). */
export function settingProblems(name: string, value: unknown): string[] {
  const known = settings.find((one) => one.name === name);
  if (known) {
    const problems = checkJson(known.value, structuredClone(value), '');
    return problems.length > 0
      ? problems.map((problem) => `${called(known)}${jsonProblemInWords(problem, problem.pointer, known.value, value)}`)
      : ownFaults(name, value).map(({ place, message }) => `${called(known)}${place}：${message}`);
  }
  const meant = probablyMeant(name, settings);
  return meant === undefined ? [] : [`没有名为“${name}”的设置，是否应为“${meant}”？`];
}

/** SU11: as editors know it, who know no names of fields. */
const called = ({ title }: { title: string }): string => `${title}：`;

/** A fault that a value's schema cannot tell. */
interface OwnFault {
  /** RFC 6901 */
  pointer: string;
  /** the same in words */
  place: string;
  message: string;
}

/** Faults of a value that its schema cannot express. @param value that its schema accepts */
export function ownFaults(name: string, value: unknown): OwnFault[] {
  const schema: object = settings.find((one) => one.name === name)?.value ?? {};
  const damaged = damagedTexts(value).map(({ pointer, message }) => ({
    pointer,
    place: schemaAt(schema, stepsOf(pointer))?.title ?? pointer,
    message,
  }));
  return [...damaged, ...faultsOfOne(name, value)];
}

function faultsOfOne(name: string, value: unknown): OwnFault[] {
  if (name === brandSetting.name) {
    const { colours } = readSettingValue<BrandSetting>(brandSetting.value, value) ?? {};
    return (colours ? colourFaults(colours) : []).map(({ field, message }) => ({
      pointer: `/colours/${field}`,
      place: '颜色',
      message,
    }));
  }
  if (name === visibleSetting.name && value !== true)
    return [{ pointer: '', place: '开通网站', message: '请勾选“发布后访客看得到网站”；开通以后不能关闭' }];
  if (name !== oldAddressesSetting.name) return [];
  const { hosts = [], lines = [] } = value as Partial<OldAddresses>;
  return oldAddressFaults(lines, hosts, SITE_BASE).map(({ at, message }) => ({
    pointer: `/lines/${at}`,
    place: `第 ${at + 1} 行`,
    message,
  }));
}

/** A published value with its defaults, and without login keys (LS9); undefined where none is public or it is not what the product of today reads. */
export function readSettingValue<T>(schema: object, value: unknown): T | undefined {
  const copy = withoutLoginKeys(value);
  return copy !== undefined && checkJson(schema, copy, '').length === 0 ? (copy as T) : undefined;
}
