import { parsedJson } from '#rules/json/json.ts';
import { builtInPages } from '#page/built-in-pages.ts';
import { checkClaims } from '#page/check-claims.ts';
import type { Facts } from '#page/check-page.ts';
import { checkRegisters } from '#page/check-registers.ts';
import { buildPageIndex, type LostClaims, type PageIndex } from '#page/find-page.ts';
import type { Claim, PageSchema } from '#page/page-schema.ts';
import { claimParts } from '#page/page-structure.ts';
import { valueAt } from '#rules/json/pointer.ts';
import type { Problem } from '#page/problems.ts';
import { isDefinition, type RegisterDefinition } from '#page/register-schema.ts';
import { registryOf, type Registry } from '#page/registry.ts';
import { SITE_BASE } from '#wire/paths.ts';
import { checkedPage, checkedRegister, type Definitions } from './checked-documents.ts';
import { documentFiles, readFolder, type Candidate } from './page-files.ts';

export interface PageStoreFacts extends Definitions {
  /** the folder page-schemas/, or documents that its files held earlier, by file */
  dir: string | ReadonlyMap<string, unknown>;
  /**
   * published editions of pages and registers, of one name the newest first: the first valid one is used. By the
   * hash of a document, results of its check are remembered.
   */
  editions: readonly { page: string; document: unknown; hash?: string }[];
  /** documents of the last load: used for a name of which neither an edition nor the file is valid */
  previous?: Pick<LoadedPages, 'pages' | 'registers'>;
}

export interface LoadedPages {
  index: PageIndex;
  pages: ReadonlyMap<string, PageSchema>;
  registers: Registry<RegisterDefinition>;
  /** registers that have documents, none of them valid */
  lostRegisters: ReadonlySet<string>;
  /**
   * documents of the valid files, and names of the refused ones: stored for a later start, unless the folder could not be
   * read
   */
  documents: ReadonlyMap<string, unknown>;
  refusedFiles: readonly string[];
  folderRead: boolean;
  /** everything that was refused and why, for the log and `npm run check` */
  problems: Problem[];
}

/**
 * Loads pages and registers from files and published editions. An edition takes precedence over the file of the same
 * name. An edition that is invalid or newer than this program is refused. The next edition, the file or the document
 * of the last load is used then. Without any of these the index lists the addresses that cannot be answered. Never
 * throws: a site always starts (PS1, PS5).
 */
export function loadPages(facts: PageStoreFacts): LoadedPages {
  const problems: Problem[] = [];
  const files = typeof facts.dir === 'string' ? readFolder(facts.dir, problems) : documentFiles(facts.dir);
  const editions = facts.editions.map(candidateOf);

  const registerCandidates = [...editions.filter(isRegister), ...files.registers];
  const goodRegisters = firstGood(
    registerCandidates,
    ({ file, document, hash }) => {
      const checked = checkedRegister(document, hash, isEdition(file));
      return { name: checked.register?.register, value: checked.register, problems: checked.problems };
    },
    { before: new Map(Object.entries(facts.previous?.registers ?? {})), all: !files.whole },
    problems,
  );
  const registers: Registry<RegisterDefinition> = Object.assign(
    Object.create(null),
    Object.fromEntries(goodRegisters.good),
  );
  const registerFile = new Map(
    [...files.registers, ...editions.filter(isRegister)].map(({ name, file }) => [name, file]),
  );
  const lostRegisters = new Set(registerCandidates.flatMap(({ name }) => (name in registers ? [] : [name])));
  const crossing = checkRegisters(registers).filter(
    (problem) => !namesLost(problem, registers[problem.register], lostRegisters),
  );
  problems.push(
    ...crossing.map(({ register, ...problem }) => ({ ...problem, file: registerFile.get(register) ?? register })),
  );
  const known: Facts = {
    widgets: registryOf('widget', facts.widgets),
    sources: registryOf('source', facts.sources),
    registers,
    base: SITE_BASE,
  };
  const pageCandidates = [...editions.filter((edition) => !isRegister(edition)), ...files.pages];
  const { good: pages, passed } = firstGood(
    pageCandidates,
    (candidate) => checkCandidate(candidate, known, facts, lostRegisters),
    { before: facts.previous?.pages ?? new Map(), all: !files.whole },
    problems,
  );
  addBuiltIn(pages);
  const { index, problems: claimProblems } = buildPageIndex(
    pages.values(),
    lostClaims(
      pageCandidates.filter(({ name }) => !pages.has(name)),
      files.whole || pages.size > builtInPages.length,
    ),
  );
  // a valid edition replaces the file
  const fileOf = new Map(
    [...files.pages, ...passed.filter(({ file }) => isEdition(file))].map(({ name, file }) => [name, file]),
  );
  problems.push(
    ...claimProblems.map((problem) => ({
      ...problem,
      ...(problem.file !== undefined && { file: fileOf.get(problem.file) ?? problem.file }),
    })),
  );
  const documents = new Map(
    [...goodRegisters.passed, ...passed].flatMap(({ file, document }) => (isEdition(file) ? [] : [[file, document]])),
  );
  return {
    index,
    pages,
    registers,
    lostRegisters,
    documents,
    folderRead: files.whole,
    refusedFiles: [...files.registers, ...files.pages].flatMap(({ file }) => (documents.has(file) ? [] : [file])),
    problems,
  };
}

/**
 * The same where only editions of pages have changed: nothing else is checked, so that a preview is fast enough to follow
 * typing.
 * @returns null if a register is among them, on which other documents depend
 */
export function loadChangedPages(
  before: LoadedPages,
  editions: PageStoreFacts['editions'],
  definitions: Definitions,
): LoadedPages | null {
  const candidates = editions.map(candidateOf);
  if (candidates.some(isRegister)) return null;
  const problems: Problem[] = [];
  const facts: Facts = {
    widgets: registryOf('widget', definitions.widgets),
    sources: registryOf('source', definitions.sources),
    registers: before.registers,
    base: SITE_BASE,
  };
  const { good } = firstGood(
    candidates,
    (candidate) => checkCandidate(candidate, facts, definitions, before.lostRegisters),
    { before: new Map(), all: false },
    problems,
  );
  const pages = new Map([...before.pages, ...good]);
  const { index, problems: claimProblems } = buildPageIndex(pages.values(), {
    claims: [],
    unread: false,
    doubtful: false,
  });
  problems.push(
    ...claimProblems.map((problem) => ({
      ...problem,
      ...(problem.file !== undefined && good.has(problem.file) && { file: `edition:${problem.file}` }),
    })),
  );
  return { ...before, index, pages, problems };
}

const candidateOf = ({ page, ...edition }: PageStoreFacts['editions'][number]): Candidate => ({
  name: page,
  file: `edition:${page}`,
  ...edition,
});

const isRegister = ({ document }: Candidate): boolean => isDefinition(document);

/** A refused register is reported once, for its own file, not again for each page that shows it. */
function checkCandidate(
  { document, hash }: Candidate,
  facts: Facts,
  definitions: Definitions,
  lostRegisters: ReadonlySet<string>,
): { name: string | undefined; value: PageSchema | null; problems: Problem[] } {
  const { page, problems } = checkedPage(document, hash, facts, definitions);
  return {
    name: page?.page,
    value: page,
    problems: problems.filter((problem) => !namesLost(problem, document, lostRegisters)),
  };
}

const namesLost = ({ code, pointer }: Problem, document: unknown, lostRegisters: ReadonlySet<string>): boolean =>
  code === 'unknown-register' && lostRegisters.has(String(valueAt(document, pointer)));

const isEdition = (file: string): boolean => file.startsWith('edition:');

/**
 * First candidate of each name that passes its check; else the former value. All former values are taken where the
 * list of files is unknown (`all`).
 */
function firstGood<T>(
  candidates: readonly Candidate[],
  check: (candidate: Candidate) => { name: string | undefined; value: T | null; problems: Problem[] },
  { before, all }: { before: ReadonlyMap<string, T>; all: boolean },
  problems: Problem[],
): { good: Map<string, T>; passed: Candidate[] } {
  const good = new Map<string, T>();
  const passed: Candidate[] = [];
  const seenFiles = new Map<string, string>();
  for (const candidate of candidates) {
    // a file that is no JSON was reported when it was read
    if (candidate.document === undefined) continue;
    const { name, value, problems: wrong } = check(candidate);
    problems.push(...wrong.map((problem) => ({ ...problem, file: candidate.file })));
    if (value === null) continue;
    if (name !== candidate.name) {
      problems.push({
        file: candidate.file,
        pointer: '',
        code: 'misnamed-file',
        message: `The document states the name "${name}", so it should be stored as ${name}.`,
        suggestion: `${name}.json`,
      });
      continue;
    }
    const isFile = !isEdition(candidate.file);
    const twin = isFile ? seenFiles.get(candidate.name) : undefined;
    if (twin !== undefined)
      problems.push({
        file: candidate.file,
        pointer: '',
        code: 'duplicate-document',
        message: `${twin} has the same name and stands.`,
      });
    if (isFile) seenFiles.set(candidate.name, twin ?? candidate.file);
    if (!good.has(candidate.name)) good.set(candidate.name, value);
    passed.push(candidate);
  }
  for (const name of all ? before.keys() : candidates.map((candidate) => candidate.name)) {
    const stood = before.get(name);
    if (stood && !good.has(name)) good.set(name, stood);
  }
  return { good, passed };
}

/** Finds the field `for` in a file that is not valid JSON: most often the mistake is in another place. */
const CLAIMS = /"for"\s*:\s*(\{(?:[^"{}]|"[^"\n]*")*\}|\[(?:[^"[\]]|"[^"\n]*")*\])/;

/** A page that names a register shows more than its channel's own content. */
const REGISTER = /"register/;

/**
 * Addresses of pages that have no valid document. The default page replaces a channel's page without a register, and a page
 * with a weak claim (content kind, default), because it shows the same content.
 * @param readable whether the folder could be read, or an earlier state is known
 */
function lostClaims(refused: readonly Candidate[], readable: boolean): LostClaims {
  const lost: { claims: Claim[]; unread: boolean; doubtful: boolean } = {
    claims: [],
    unread: !readable,
    doubtful: !readable,
  };
  for (const { document, text = JSON.stringify(Object(document).blocks) ?? '' } of refused) {
    const own = checkClaims(
      document === undefined ? parsedJson(CLAIMS.exec(text)?.[1] ?? '') : Object(document).for,
      SITE_BASE,
    ).claims;
    const strong = own.filter((claim) => !['contentKind', 'default'].includes(claimParts(claim).kind));
    lost.claims.push(...strong.filter((claim) => 'path' in claim || REGISTER.test(text)));
    if (own.length === 0) lost.unread = true;
    if (own.length === 0 || strong.length > 0) lost.doubtful = true;
  }
  return lost;
}

/** Adds built-in pages whose claim no other page has: two equal claims would be a problem. */
function addBuiltIn(pages: Map<string, PageSchema>): void {
  const claimed = new Set(
    [...pages.values()].flatMap((page) => [page.for].flat().map((claim) => JSON.stringify(claimParts(claim)))),
  );
  for (const page of builtInPages as unknown as PageSchema[]) {
    if (!claimed.has(JSON.stringify(claimParts([page.for].flat()[0]!)))) pages.set(page.page, page);
  }
}
