/** Definitions by name. Registration is a plain list, checked once. */
export type Registry<D> = Readonly<Record<string, D>>;

/** @throws when two definitions have one name (WG2), naming both places in the list */
export function registryOf<D extends { name: string }>(kind: string, definitions: readonly D[]): Registry<D> {
  // no prototype: a page that names `constructor` finds nothing
  const registry: Record<string, D> = Object.create(null);
  definitions.forEach((definition, index) => {
    if (Object.hasOwn(registry, definition.name)) {
      const first = definitions.findIndex((one) => one.name === definition.name);
      throw new Error(`Two ${kind}s are named "${definition.name}": numbers ${first + 1} and ${index + 1} of the list`);
    }
    registry[definition.name] = definition;
  });
  return registry;
}
