import type { Param, SourceDefinition } from './define-source.ts';
import type { BlockSchema, BoundParam, ParamValue, ResolvedBlock } from './page-schema.ts';
import type { FilterView, RegisterDefinition } from './register-schema.ts';
import { conditionRule, filterViews, sortableFields, type RegisterFacts } from './register-view.ts';
import type { SiteMap } from './site-map.ts';

/** Origins of the values of a block's params while an address is resolved. */
export interface BlockOrigin {
  channel: { channelId: string; title: string } | null;
  /** values of the path's named segments */
  names: Record<string, string>;
}

/** A block with its params bound: fixed values, or names to read in the address. */
export function resolveBlock(
  block: BlockSchema,
  { sources, registers, facts, byId }: Pick<SiteMap, 'sources' | 'registers' | 'facts' | 'byId'>,
  origin: BlockOrigin,
): ResolvedBlock {
  const { id, place, tab, heading, widget, props, address } = block;
  const source = block.source && sources[block.source.name];
  const given = block.source?.params ?? {};
  const named = source?.params.register && stated(given.register ?? '', origin, (name) => name, undefined, null);
  const requested = named && 'value' in named ? String(named.value) : '';
  const definition = Object.hasOwn(registers, requested) ? registers[requested] : undefined;
  const shown = { register: definition && { definition, facts }, byId };
  return {
    id,
    place,
    ...(tab !== undefined && { tab }),
    ...(heading !== undefined && { heading }),
    widget,
    props: props ?? {},
    source: source ? { name: source.name, params: boundParams(source, shown, given, origin, address) } : null,
    ...(address !== undefined && { address }),
    ...(definition && { register: definition.register }),
  };
}

interface Shown {
  register: { definition: RegisterDefinition; facts: RegisterFacts } | undefined;
  byId: SiteMap['byId'];
}

function boundParams(
  { params: words, takesRegisterFilters }: SourceDefinition,
  shown: Shown,
  given: Record<string, ParamValue>,
  origin: BlockOrigin,
  prefix: string | undefined,
): Record<string, BoundParam> {
  const { register } = shown;
  const inAddress = (name: string) => (prefix === undefined ? name : `${prefix}.${name}`);
  const filters: [string, BoundParam][] = (
    register && takesRegisterFilters ? filterViews(register.definition, register.facts) : []
  ).map((filter) => [filter.name, filterParam(filter, inAddress(filter.name))]);
  const params: [string, BoundParam | null][] = Object.entries(words).map(([name, word]) => {
    const own = ownValue(name, word, origin, inAddress);
    return [name, word.choicesOf && own && 'address' in own ? ofSite(own, choicesOf(word.choicesOf, shown)) : own];
  });
  const all = new Map<string, BoundParam | null>([...filters, ...params]);
  for (const [name, value] of Object.entries(given)) {
    const bound = stated(value, origin, inAddress, words[name], all.get(name));
    if (bound) all.set(name, bound);
  }
  return Object.fromEntries([...all].filter((entry): entry is [string, BoundParam] => entry[1] !== null));
}

/**
 * A param whose values the register or the tree knows: nonsense in an address is as good as absent. A condition (RG7)
 * is the exception, and so is one without any value.
 */
function ofSite(
  { freeText: _free, ...own }: Extract<BoundParam, { address: string }>,
  choices: string[],
): BoundParam | null {
  return choices.length > 0 || own.condition !== undefined ? { ...own, choices } : null;
}

function choicesOf(kind: NonNullable<Param<unknown>['choicesOf']>, { register, byId }: Shown): string[] {
  if (kind === 'sections')
    return [...byId.values()].flatMap(({ parent, channel }) => (parent ? [] : channel.channelId));
  if (!register) return [];
  if (kind === 'dates') return [...(register.facts.dates.get(register.definition.register) ?? [])];
  return sortableFields(register.definition).flatMap((field) => [field, `-${field}`]);
}

/** The value of a param when the page says nothing: from the source's origin, else its default. */
function ownValue(
  name: string,
  word: Param<unknown>,
  { channel, names }: BlockOrigin,
  inAddress: (name: string) => string,
): BoundParam | null {
  if (word.from === 'address') return addressParam(word, inAddress(name));
  if (word.from === 'channel' && channel) return { value: channel.channelId };
  if (word.from === 'path' && names[name] !== undefined) return { value: names[name] };
  return word.default === undefined ? null : { value: word.default as string | number | boolean };
}

function stated(
  value: ParamValue,
  { channel, names }: BlockOrigin,
  inAddress: (name: string) => string,
  word: Param<unknown> | undefined,
  own: BoundParam | null | undefined,
): BoundParam | null {
  if (typeof value !== 'object') return { value };
  if (value.from === 'channel') return channel && { value: channel[value.field ?? 'channelId'] };
  if (value.from === 'path') return names[value.name] === undefined ? null : { value: names[value.name]! };
  if (own && 'address' in own) return { ...own, address: inAddress(value.name) };
  return addressParam(word ?? {}, inAddress(value.name));
}

function addressParam(word: Param<unknown>, address: string): BoundParam {
  const {
    minimum,
    maximum,
    maxLength,
    pattern,
    default: preset,
  } = word as { minimum?: number; maximum?: number; maxLength?: number; pattern?: string; default?: string | number };
  const choices = Array.isArray(word.enum) ? word.enum.map(String) : undefined;
  return {
    address,
    type: word.type === 'integer' ? 'integer' : 'text',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(preset !== undefined && { default: preset }),
    ...(choices && { choices }),
    ...(maxLength !== undefined && !choices && { maxLength }),
    ...(pattern !== undefined && { pattern }),
    ...(word.format && { format: word.format }),
    ...(word.condition !== undefined && { condition: word.condition }),
    ...(word.type !== 'integer' && !choices && { freeText: true as const }),
  };
}

function filterParam(filter: FilterView, address: string): BoundParam {
  const { title: condition, choices, format, ...rule } = conditionRule(filter);
  return {
    address,
    type: 'text',
    condition,
    ...(choices && { choices: [...choices] }),
    ...(format && { format }),
    ...(!choices && !format && { freeText: true as const }),
    ...rule,
  };
}
