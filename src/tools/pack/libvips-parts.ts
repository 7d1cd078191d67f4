import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { libvipsPackage, readText, type Part } from './parts.ts';

/** Names in the package's table of licences that are not the name of the version, nor that with `lib`. */
const NAMES: Readonly<Record<string, string>> = { uhdr: 'libultrahdr' };

/** Ids of SPDX for the words of that table; other licences stay words. Use under the LGPLv3 is by "any later version". */
const IDS: Readonly<Record<string, string>> = {
  LGPLv3: 'LGPL-3.0-or-later',
  'MIT License': 'MIT',
  'BSD 2-Clause': 'BSD-2-Clause',
  'BSD 3-Clause': 'BSD-3-Clause',
  'New BSD License': 'BSD-3-Clause',
  'Mozilla Public License 1.1': 'MPL-1.1',
};

/** Addresses of the sources of what is under the LGPL, which asks for them. */
const SOURCES: Readonly<Record<string, string>> = {
  fribidi: 'https://github.com/fribidi/fribidi',
  glib: 'https://gitlab.gnome.org/GNOME/glib',
  libexif: 'https://github.com/libexif/libexif',
  libheif: 'https://github.com/strukturag/libheif',
  librsvg: 'https://gitlab.gnome.org/GNOME/librsvg',
  libvips: 'https://github.com/libvips/libvips',
  pango: 'https://gitlab.gnome.org/GNOME/pango',
  'proxy-libintl': 'https://github.com/frida/proxy-libintl',
};

/**
 * UP6: reads the libraries that are linked into the one file of libvips, as the package tells them: versions in versions.json, licences in a
 * table of its page. The page is the text of each licence, with those of the LGPL and GPL where these apply.
 * @param folderOf the folder of a package by its name
 * @throws where the page names no licence of a library, or it is under the LGPL and no address of its source is known here
 */
export function readLibvipsParts(cpu: string, folderOf: (name: string) => string): Part[] {
  const name = libvipsPackage(cpu);
  const folder = folderOf(name);
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const licences = new Map([...page.matchAll(/^\| ([\w-]+) +\| (.+?) +\|$/gm)].map(([, of, words]) => [of!, words!]));
  const versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8')) as Record<string, string>;
  return Object.entries(versions).map(([key, version]) => {
    const library = [NAMES[key], key, `lib${key}`].find((one) => one !== undefined && licences.has(one));
    if (library === undefined) throw new Error(`The page of ${name} names no licence of ${key}.`);
    const words = licences.get(library)!;
    const licence = IDS[words] ?? words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const isLesser = licence.startsWith('LGPL');
    const source = SOURCES[library] ?? /\]\((https:[^)]*)\)/.exec(words)?.[1] ?? '';
    if (isLesser && source === '')
      throw new Error(
        `${library} of ${name} is under ${licence}, which asks for its source; libvips-parts.ts has none.`,
      );
    return {
      name: library,
      version,
      licence,
      text: [page, ...(isLesser ? [readText('lgpl-v3.txt'), readText('gpl-v3.txt')] : [])].join('\n\n'),
      source,
      purl: `pkg:generic/${library}@${version}`,
      sha512: '',
      place: `node_modules/${name}`,
      needs: [],
    };
  });
}
