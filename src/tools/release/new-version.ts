/** Texts of a checkout that name its version. */
export interface VersionTexts {
  changelog: string;
  package: string;
  lock: string;
}

const UNRELEASED = /^## Unreleased\n/m;
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** @returns why a version cannot be the next one, as a sentence; null where it can */
export function wrongVersion(version: string, texts: VersionTexts): string | null {
  const now = versionOf(texts.package);
  if (!VERSION.test(version)) return `${version} is no version. Write three numbers, as in 1.2.3.`;
  const [next, last] = [version, now].map((one) => VERSION.exec(one)!.slice(1).map(Number)) as [number[], number[]];
  const at = next.findIndex((number, place) => number !== last[place]);
  if (at < 0 || next[at]! < last[at]!) return `${version} does not come after ${now}.`;
  const unreleased = texts.changelog.split(/^## /m).find((part) => part.startsWith('Unreleased\n'));
  return unreleased === undefined || !unreleased.includes('\n- ')
    ? 'CHANGELOG.md says nothing of it. Write what changed below ## Unreleased, for each of the three readers.'
    : null;
}

/**
 * The texts with the next version.
 * @param day yyyy-mm-dd
 */
export function withVersion(version: string, day: string, texts: VersionTexts): VersionTexts {
  const now = versionOf(texts.package);
  const named = (text: string, places: number): string => {
    let left = places;
    return text.replace(/"version": "([^"]*)"/g, (whole, found: string) =>
      found === now && left-- > 0 ? `"version": "${version}"` : whole,
    );
  };
  return {
    changelog: texts.changelog.replace(UNRELEASED, `## ${version} – ${day}\n`),
    package: named(texts.package, 1),
    // one of the lock file itself, one of the project among its packages
    lock: named(texts.lock, 2),
  };
}

const versionOf = (packageText: string): string => (JSON.parse(packageText) as { version: string }).version;
