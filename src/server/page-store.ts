import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPages } from '#page/built-in-pages.ts';
import { checkPage, type Facts } from '#page/check-page.ts';
import { checkRegister } from '#page/check-register.ts';
import { checkRegisters } from '#page/check-registers.ts';
import type { SourceDefinition } from '#page/define-source.ts';
import type { WidgetDefinition } from '#page/define-widget.ts';
import { buildPageIndex, type PageIndex } from '#page/find-page.ts';
import type { PageSchema } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import type { Problem } from '#page/problems.ts';
import type { RegisterDefinition } from '#page/register-schema.ts';
import { registryOf, type Registry } from '#page/registry.ts';
import { SITE_BASE } from '#wire/paths.ts';

export interface PageStoreFacts {
  /** page-schemas/ */
  dir: string;
  /** published editions of pages and registers, of one name the newest first: the first good one stands */
  editions: readonly { page: string; document: unknown }[];
  widgets: readonly WidgetDefinition<any, any>[];
  sources: readonly SourceDefinition<any, any>[];
  /** what stood before: kept where neither an edition nor a file is good */
  previous?: Pick<LoadedPages, 'pages' | 'registers'>;
}

export interface LoadedPages {
  index: PageIndex;
  pages: ReadonlyMap<string, PageSchema>;
  registers: Registry<RegisterDefinition>;
  /** everything that was refused and why, for the log and `npm run check` */
  problems: Problem[];
}

/** One document of a name: several, strongest first, where editions and a file share it. */
interface Candidate {
  name: string;
  /** named in problems */
  file: string;
  document: unknown;
}

/**
 * Pages and registers from files and published editions. An edition wins over the file of the same name; one that is
 * bad or newer than this program is refused, and the next edition, the file or what stood before is taken. Never
 * throws: a site always starts (PS1, PS5).
 */
export function loadPages(facts: PageStoreFacts): LoadedPages {
  const problems: Problem[] = [];
  const files = readDocuments(facts.dir, problems);
  const editions = facts.editions.map(({ page, document }) => ({ name: page, file: `edition:${page}`, document }));
  const isRegister = ({ document }: Candidate) => typeof document === 'object' && document !== null && 'register' in document;

  const goodRegisters = firstGood(
    [...editions.filter(isRegister), ...files.registers],
    ({ document }) => {
      const checked = checkRegister(document);
      return { name: checked.register?.register, value: checked.register, problems: checked.problems };
    },
    new Map(Object.entries(facts.previous?.registers ?? {})),
    problems,
  );
  const registers: Registry<RegisterDefinition> = Object.assign(Object.create(null), Object.fromEntries(goodRegisters));
  const registerFile = new Map([...files.registers, ...editions.filter(isRegister)].map(({ name, file }) => [name, file]));
  problems.push(...checkRegisters(registers).map(({ register, ...problem }) => ({ ...problem, file: registerFile.get(register) ?? register })));
  const known: Facts = { widgets: registryOf('widget', facts.widgets), sources: registryOf('source', facts.sources), registers, base: SITE_BASE };
  const pages = firstGood(
    [...editions.filter((edition) => !isRegister(edition)), ...files.pages],
    ({ document }) => {
      const checked = checkPage(document, known);
      return { name: checked.page?.page, value: checked.page, problems: checked.problems };
    },
    facts.previous?.pages,
    problems,
  );
  addBuiltIn(pages);
  const { index, problems: claimProblems } = buildPageIndex(pages.values());
  const fileOf = new Map([...files.pages].map(({ name, file }) => [name, file]));
  problems.push(...claimProblems.map((problem) => ({ ...problem, ...(problem.file !== undefined && { file: fileOf.get(problem.file) ?? problem.file }) })));
  return { index, pages, registers, problems };
}

/** Of each name the first candidate that passes its check; else what stood before. */
function firstGood<T>(
  candidates: readonly Candidate[],
  check: (candidate: Candidate) => { name: string | undefined; value: T | null; problems: Problem[] },
  previous: ReadonlyMap<string, T> | undefined,
  problems: Problem[],
): Map<string, T> {
  const good = new Map<string, T>();
  const seenFiles = new Map<string, string>();
  for (const candidate of candidates) {
    const { name, value, problems: wrong } = check(candidate);
    problems.push(...wrong.map((problem) => ({ ...problem, file: candidate.file })));
    if (value === null) continue;
    if (name !== candidate.name) {
      problems.push({ file: candidate.file, pointer: '', code: 'misnamed-file', message: `The document states the name "${name}", so it should be stored as ${name}.`, suggestion: `${name}.json` });
      continue;
    }
    const isFile = !candidate.file.startsWith('edition:');
    const twin = isFile ? seenFiles.get(candidate.name) : undefined;
    if (twin !== undefined) problems.push({ file: candidate.file, pointer: '', code: 'duplicate-document', message: `${twin} has the same name and stands.` });
    if (isFile) seenFiles.set(candidate.name, twin ?? candidate.file);
    if (!good.has(candidate.name)) good.set(candidate.name, value);
  }
  for (const { name } of candidates) {
    const before = previous?.get(name);
    if (before && !good.has(name)) good.set(name, before);
  }
  return good;
}

/** Only where nothing else claims it: otherwise they would be equal claims. */
function addBuiltIn(pages: Map<string, PageSchema>): void {
  const claimed = new Set([...pages.values()].flatMap((page) => [page.for].flat().map((claim) => JSON.stringify(claimParts(claim)))));
  for (const page of builtInPages as unknown as PageSchema[]) {
    if (!claimed.has(JSON.stringify(claimParts([page.for].flat()[0]!)))) pages.set(page.page, page);
  }
}

/** All documents below page-schemas/; the folder registers/ holds registers, every other one pages. */
function readDocuments(dir: string, problems: Problem[]): { pages: Candidate[]; registers: Candidate[] } {
  const read: { pages: Candidate[]; registers: Candidate[] } = { pages: [], registers: [] };
  for (const file of jsonFiles(dir, problems)) {
    const candidate = readDocument(dir, file, problems);
    if (candidate) read[file.startsWith('registers/') ? 'registers' : 'pages'].push(candidate);
  }
  return read;
}

function jsonFiles(dir: string, problems: Problem[]): string[] {
  try {
    const folders = readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders
      .flatMap(({ name }) => readdirSync(join(dir, name)).map((file) => `${name}/${file}`))
      .filter((file) => file.endsWith('.json'))
      .sort();
  } catch (error) {
    problems.push({ file: '', pointer: '', code: 'unreadable-file', message: `The folder of page schemas cannot be read: ${(error as Error).message}.` });
    return [];
  }
}

function readDocument(dir: string, file: string, problems: Problem[]): Candidate | null {
  try {
    const document: unknown = JSON.parse(readFileSync(join(dir, file), 'utf8').replace(/^\uFEFF/, ''));
    return { name: file.replace(/^.*\//, '').replace(/\.json$/, ''), file, document };
  } catch (error) {
    problems.push({ file, pointer: '', code: 'unreadable-file', message: `${(error as Error).message}.` });
    return null;
  }
}
