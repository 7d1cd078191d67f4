import type { Part } from './parts.ts';

/** The product as the list of parts names it. */
export interface Product {
  name: string;
  version: string;
  description: string;
  system: string;
}

/**
 * List of all parts with versions, licences, hashes and what needs what: an SBOM of the form CycloneDX 1.6. It names no
 * moment and no number of its own, so that equal parts give equal bytes.
 */
export function sbomOf({ name, version, description, system }: Product, parts: readonly Part[]): object {
  const root = `pkg:generic/${name}@${version}?os=${system}`;
  const sorted = parts.toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const known = new Set(parts.map(({ purl }) => purl));
  const needed = new Set(parts.flatMap(({ needs }) => needs));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name, version, description } },
    components: sorted.map(componentOf),
    dependencies: [
      { ref: root, dependsOn: sorted.map(({ purl }) => purl).filter((purl) => !needed.has(purl)) },
      ...sorted.map(({ purl, needs }) => ({
        ref: purl,
        dependsOn: [...new Set(needs)].filter((one) => known.has(one)).sort(),
      })),
    ],
  };
}

function componentOf(part: Part): object {
  const [group, name] = /^(@[^/]+)\/(.*)$/.exec(part.name)?.slice(1) ?? ['', part.name];
  return {
    type: part.name === 'node' ? 'platform' : 'library',
    'bom-ref': part.purl,
    ...(group && { group }),
    name,
    version: part.version,
    ...(part.sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(part.sha512, 'base64').toString('hex') }] }),
    licenses: [licenceOf(part.licence)],
    purl: part.purl,
    ...(part.source && { externalReferences: [{ type: 'vcs', url: part.source }] }),
    properties: [
      { name: 'disclosure-site:place', value: part.place },
      { name: 'disclosure-site:licence-text', value: licenceFile(part) },
    ],
  };
}

function licenceOf(licence: string): object {
  if (/^[\w.-]+$/.test(licence)) return { license: { id: licence } };
  return / (AND|OR|WITH) /.test(licence) ? { expression: licence } : { license: { name: licence } };
}

/** Path of the text of a part's licence in the unpacked folder. */
export const licenceFile = ({ name, version }: Part): string => `licences/${name.replace('/', '+')}@${version}.txt`;
