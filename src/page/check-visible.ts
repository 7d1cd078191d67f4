import { isObject, type Json } from '#rules/json/json.ts';
import type { SourceDefinition } from './define-source.ts';
import { pointerTo } from '#rules/json/pointer.ts';
import type { Problem } from './problems.ts';
import type { Registry } from './registry.ts';

/** Rules between the blocks of one page: ids, tabs, and address parameters of blocks that are shown at once. */
export function checkVisible(blocks: readonly unknown[], sources: Registry<SourceDefinition<any, any>>): Problem[] {
  const known = blocks.flatMap((block, index) =>
    isObject(block) ? [{ block, pointer: pointerTo('blocks', index) }] : [],
  );
  return [...duplicateIds(known), ...tabProblems(known), ...addressClashes(known, sources)];
}

interface Placed {
  block: Json;
  pointer: string;
}

function duplicateIds(blocks: Placed[]): Problem[] {
  const seen = new Map<unknown, string>();
  return blocks.flatMap(({ block, pointer }): Problem[] => {
    const first = seen.get(block.id);
    if (block.id === undefined) return [];
    if (first === undefined) {
      seen.set(block.id, pointer);
      return [];
    }
    return [{ pointer: `${pointer}/id`, code: 'duplicate-block', message: `The block at ${first} has the same id.` }];
  });
}

function tabProblems(blocks: Placed[]): Problem[] {
  const places = Map.groupBy(
    blocks.filter(({ block }) => typeof block.tab === 'string'),
    ({ block }) => block.place,
  );
  // blocks that share a title share the tab
  return [...places.values()].flatMap((tabs): Problem[] => {
    if (new Set(tabs.map(({ block }) => block.tab)).size > 1) return [];
    return [
      {
        pointer: `${tabs[0]!.pointer}/tab`,
        code: 'lone-tab',
        message: 'A tab needs a second one in the same place; without it write a heading.',
      },
    ];
  });
}

/**
 * Params that come from the address because the page says nothing else would move two blocks at once. A name that
 * both blocks state themselves is meant to be shared and passes.
 */
function addressClashes(blocks: Placed[], sources: Registry<SourceDefinition<any, any>>): Problem[] {
  return blocks.flatMap((later, index) =>
    blocks.slice(0, index).flatMap((earlier): Problem[] => {
      if (!shownAtOnce(earlier.block, later.block)) return [];
      const sameRegister =
        registerOf(earlier.block) !== undefined && registerOf(earlier.block) === registerOf(later.block);
      const taken = addressNames(earlier.block, sources, sameRegister);
      const shared = [...addressNames(later.block, sources, sameRegister)].filter((name) => taken.has(name));
      if (shared.length === 0) return [];
      const message = `The blocks "${String(earlier.block.id)}" and "${String(later.block.id)}" are shown at once and both read ${shared.join(', ')} from the address; give one of them an "address" prefix such as "notes".`;
      return [{ pointer: later.pointer, code: 'address-clash', message }];
    }),
  );
}

const shownAtOnce = (a: Json, b: Json): boolean =>
  !(typeof a.tab === 'string' && typeof b.tab === 'string' && a.place === b.place && a.tab !== b.tab);

const paramsOf = ({ source }: Json): Json => (isObject(source) && isObject(source.params) ? source.params : {});
const registerOf = (block: Json): unknown => paramsOf(block).register;

function addressNames(block: Json, sources: Registry<SourceDefinition<any, any>>, sameRegister: boolean): Set<string> {
  const source = isObject(block.source) ? block.source : {};
  const definition =
    typeof source.name === 'string' && Object.hasOwn(sources, source.name) ? sources[source.name] : undefined;
  const given = paramsOf(block);
  const names = Object.entries(definition?.params ?? {}).filter(
    ([name, param]) => param.from === 'address' && !(sameRegister && param.shared) && !Object.hasOwn(given, name),
  );
  return new Set(names.map(([name]) => (typeof block.address === 'string' ? `${block.address}.${name}` : name)));
}
