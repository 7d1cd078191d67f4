import { attribute, type ZippedXml } from './zipped-xml.ts';

/** Parts of an office file that another part refers to: id → type (last word) and name of the part. */
export type Relationships = Map<string, { type: string; target: string }>;

/** @param part '' for the file itself */
export async function readRelationships(archive: ZippedXml, part: string): Promise<Relationships> {
  const slash = part.lastIndexOf('/');
  const folder = part.slice(0, slash + 1);
  const name = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  const found: Relationships = new Map();
  if (!archive.has(name)) return found;
  await archive.readXml(name, {
    open: (tag, attributes) => {
      const [id, target] = [attribute(attributes, 'Id'), attribute(attributes, 'Target')];
      if (tag !== 'Relationship' || !id || !target || attribute(attributes, 'TargetMode') === 'External') return;
      found.set(id, {
        type: (attribute(attributes, 'Type') ?? '').split('/').at(-1)!,
        target: resolvePart(folder, target.replaceAll('\\', '/')),
      });
    },
  });
  return found;
}

/** The part that a relationship’s target means, seen from the folder of the part that refers to it. */
function resolvePart(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The main part of an office file; undefined when it names none. */
export async function findMainPart(archive: ZippedXml): Promise<string | undefined> {
  const parts = await readRelationships(archive, '');
  return [...parts.values()].find(({ type }) => type === 'officeDocument')?.target;
}
