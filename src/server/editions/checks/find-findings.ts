import { article as articleKind } from '#kinds/article/index.ts';
import { writtenOf } from '#kinds/changes.ts';
import type { Change } from '#kinds/index.ts';
import { register as registerKind } from '#kinds/register/index.ts';
import { rows as rowsKind } from '#kinds/rows/index.ts';
import { advertWordFinder } from '#rules/checks/advert-words.ts';
import { passedChecks, type CheckId, type Severity } from '#rules/checks/checks.ts';
import type { Finding, Findings } from '#wire/edition-answers.ts';
import { newestPublication } from '../publish/public-revisions.ts';
import { importIn, importStep } from '../draft/import-steps.ts';
import { isLarge, type Draft } from '../draft/draft-changes.ts';
import { withRows } from '../draft/with-rows.ts';
import type { PublishContext } from '../review/check-edition.ts';
import { articleFindings } from './article-findings.ts';
import { definitionFindings, documentFindings } from './document-findings.ts';
import { foundAt, type Found } from './found.ts';
import { deadLinks } from './links.ts';
import { readChecks } from './read-checks.ts';
import { redLinesToAnswer } from './red-lines-to-answer.ts';
import { rowFindings } from './row-findings.ts';

/** Without `filesDir` attached files are not read, without `pagesDir` neither links nor names are looked up. */
export type Looking = Pick<PublishContext, 'db' | 'filesDir' | 'runInWorker' | 'freeSpace'> & { pagesDir?: string };

/** Looks at changes one after another. */
export interface Look extends Looking {
  advertWordsIn: (text: string) => string[];
}

type Placed = Found & { change: number };

/**
 * CK1, CK2, PV1, PV3: the checks of a draft, each finding with its place and severity, and the checks that passed. Of a column
 * with many findings one stands for all.
 */
export async function findFindings(
  context: Looking,
  draft: Draft & { hash?: string; editionId?: number },
): Promise<Findings> {
  const { db, runInWorker } = context;
  if (runInWorker && isLarge(draft.changes))
    return runInWorker(
      'findings',
      draft,
      draft.hash && `${draft.hash} ${draft.editionId ?? ''} ${await newestPublication(db)}`,
    );
  const { severities, ...adverts } = await readChecks(db);
  const look: Look = { ...context, advertWordsIn: advertWordFinder(adverts) };
  const found = await withRows(db, draft.changes, async (changes) => {
    const list: Placed[] = [];
    // the differing rows of a large register come alone
    const isWhole = changes.length === draft.changes.length;
    for (const [at, change] of changes.entries())
      if (!change.withdraw)
        list.push(
          ...(await ofChange(look, change, changes, draft.title)).map((one) => ({ ...one, change: isWhole ? at : 0 })),
        );
    return list;
  });
  if (context.pagesDir !== undefined)
    found.push(...(await deadLinks({ ...context, pagesDir: context.pagesDir }, draft.title, draft.changes)));
  if (context.pagesDir !== undefined)
    found.unshift(...(await redLinesToAnswer({ ...context, pagesDir: context.pagesDir }, draft.changes, severities)));
  const findings = named(withFilesTogether([...found, ...(await ofImport(look, draft))])).flatMap((one): Finding[] => {
    const severity: Severity = severities[one.check];
    return severity === 'off' ? [] : [{ ...one, severity }];
  });
  const kinds = new Set(draft.changes.flatMap(({ kind, withdraw }) => (withdraw ? [] : [kindLooked(kind)])));
  return { findings, passed: passedChecks(kinds, new Set(findings.map(({ check }) => check)), severities) };
}

/** Articles of an import are looked at as articles are. */
const kindLooked = (kind: string): string => (kind === 'article-import' ? articleKind.name : kind);

/** files of one reason that are told one by one, and those of more that are named */
const MOST_FILES = 3;
const TOGETHER: readonly CheckId[] = ['file-not-searched', 'pdf-text', 'pdf-title'];

/** PV3: of more than a few files with the same finding one stands for all. */
function withFilesTogether(findings: readonly Placed[]): Placed[] {
  const files = findings.filter(({ check }) => TOGETHER.includes(check));
  const many = [...Map.groupBy(files, ({ check, shown }) => `${check} ${shown}`).values()].filter(
    (own) => own.length > MOST_FILES,
  );
  const together = many.map((own) => {
    const { check, change, shown } = own[0]!;
    const names = own.slice(0, MOST_FILES).map(({ place }) => place);
    return { ...foundAt(check, `${names.join('、')}等 ${own.length} 个文件`, shown), change };
  });
  return [...findings.filter((one) => !many.some((own) => own.includes(one))), ...together];
}

/** Two numbers of one place may look alike once they are masked: each is answered by itself. */
function named<F extends Found>(findings: readonly F[]): F[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const count = (seen.get(finding.key) ?? 0) + 1;
    seen.set(finding.key, count);
    return count === 1 ? finding : { ...finding, key: `${finding.key} ${count}` };
  });
}

async function ofChange(look: Look, change: Change, changes: readonly Change[], title: string): Promise<Found[]> {
  const [rows] = writtenOf(rowsKind, [change]);
  if (rows) return rowFindings(look, rows.document, changes.length === 1 ? title : '');
  const [definition] = writtenOf(registerKind, [change]);
  if (definition) return definitionFindings(look, definition.document, changes);
  const [article] = writtenOf(articleKind, [change]);
  return article ? articleFindings(look, article.document) : documentFindings(look, change);
}

/** ED7: articles of an import, step by step as they are published. */
async function ofImport(look: Look, { changes, editionId }: Draft & { editionId?: number }): Promise<Placed[]> {
  const imported = importIn(changes);
  if (!imported) return [];
  const list: Placed[] = [];
  for (let from = 0; from < imported.total;) {
    const step = await importStep(look.db, imported, { ...(editionId !== undefined && { editionId }), from });
    for (const { document } of writtenOf(articleKind, step.changes))
      list.push(...(await articleFindings(look, document)).map((one) => ({ ...one, change: imported.at })));
    from = step.to;
  }
  return list;
}

/** Findings that somebody has to answer before the edition becomes public, or that stop it (CK3). */
export async function findToAnswer(context: Looking, draft: Parameters<typeof findFindings>[1]): Promise<Finding[]> {
  const { findings } = await findFindings(context, draft);
  return findings.filter(({ severity }) => severity !== 'note');
}
